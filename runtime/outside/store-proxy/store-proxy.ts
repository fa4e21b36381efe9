import type { Logger } from '@waypost/sdk';
import { createDocumentWriter, createFraming, encodeOpMsg } from '@waypost/store/wire';
import type { ByteStream } from '../channel/streams.ts';
import { checkCommand, type StoreRights } from './check-command.ts';
import { createCursors } from './cursors.ts';
import { withoutGreeting } from './greeting.ts';
import { RefusalCode, StoreRefusal } from './refusal.ts';
import { readRequest } from './request.ts';
import type { RunningCommand, RunningCommands } from './running-commands.ts';
import type { OpenUpstream, Upstream } from './upstream.ts';

/** Bytes waiting on one side above which the other is not read. */
const WAITING_BYTES = 8 * 1024 * 1024;
/** Bytes that one connection may have sent without a whole message: one message (48,000,000) and the start of the next. */
const HELD_BYTES = 64 * 1024 * 1024;
/** The same, for all connections of one plugin. */
const HELD_IN_ALL_BYTES = 2 * HELD_BYTES;
/** Connections of one plugin to the store. */
const MOST_CONNECTIONS = 12;
/** They wait on purpose: for changes, or for news of the server. */
const WAITING: ReadonlySet<string> = new Set(['getMore', 'hello', 'ismaster', 'isMaster']);

export interface StoreProxyOptions {
  open: OpenUpstream;
  rights: Omit<StoreRights, 'ownsCursor'>;
  log: Logger;
  /** Where one plugin can keep the store from all others; not for MongoDB, which takes care of itself. */
  running?: RunningCommands;
  /** Ends the plugin. */
  end?(reason: string): void;
}

/** Takes the connections that a plugin's driver makes to the store. */
export interface StoreProxy {
  accept(stream: ByteStream): void;
}

/**
 * Stands between a plugin and the store: each command is read and checked before the store gets it. What is refused is
 * answered here with MongoDB's own code, so that drivers treat it as they treat MongoDB's refusal.
 */
export function createStoreProxy(options: StoreProxyOptions): StoreProxy {
  const { log } = options;
  const cursors = createCursors();
  const rights: StoreRights = { ...options.rights, ownsCursor: cursors.has };
  let connections = 0;
  let heldInAll = 0;
  let lastReply = 0;

  function refuse(stream: ByteStream, requestId: number, refusal: StoreRefusal): void {
    lastReply = (lastReply + 1) & 0x7fffffff;
    const document = createDocumentWriter();
    document.double('ok', 0);
    document.string('errmsg', refusal.message);
    document.int32('code', refusal.code);
    document.string('codeName', nameOf(refusal.code));
    stream.write(encodeOpMsg(requestId, lastReply, [document.finish()]));
  }

  /** The command that may go on to the store, undefined when it may not. */
  function passing(stream: ByteStream, bytes: Buffer): { name: string; isAnswered: boolean } | undefined {
    const request = readRequest(bytes);
    try {
      return { name: checkCommand(request, rights), isAnswered: !request.isUnacknowledged };
    } catch (error) {
      if (!(error instanceof StoreRefusal)) throw error;
      log.warn({ reason: error.message }, 'a command to the store was refused');
      if (!request.isUnacknowledged) refuse(stream, request.requestId, error);
      return undefined;
    }
  }

  async function connect(stream: ByteStream): Promise<void> {
    const incoming = createFraming();
    const outgoing = createFraming();
    let upstream: Upstream | undefined;
    let isOver = false;
    let early: Buffer[] = [];
    let isChannelPaused = false;
    let isStorePaused = false;
    /** Of messages that are not whole yet, and of those that wait for the connection. */
    let heldBytes = 0;
    const hold = (bytes: number) => {
      heldBytes += bytes;
      heldInAll += bytes;
    };
    let running: RunningCommand | undefined;

    const end = () => {
      if (isOver) return;
      isOver = true;
      running?.left();
      hold(-heldBytes);
      early = [];
      connections -= 1;
      if (isChannelPaused) stream.resume();
      upstream?.close();
      stream.end();
    };
    const send = (bytes: Buffer) => {
      if (upstream === undefined) return void early.push(bytes);
      upstream.write(upstream.isGreeted ? withoutGreeting(bytes) : bytes);
      if (upstream.waiting() <= WAITING_BYTES || isChannelPaused) return;
      isChannelPaused = true;
      stream.pause();
    };
    stream.onEnd = end;
    stream.onData = (chunk) => {
      if (isOver) return;
      try {
        hold(chunk.length);
        const messages = incoming.push(chunk);
        if (upstream !== undefined) for (const message of messages) hold(-message.length);
        if (heldBytes > HELD_BYTES || heldInAll > HELD_IN_ALL_BYTES)
          throw new StoreRefusal('too much was sent at once');
        for (const message of messages) {
          const command = passing(stream, message);
          if (command === undefined) continue;
          if (command.isAnswered && !WAITING.has(command.name)) {
            running?.answered();
            running = options.running?.begin((reason) => options.end?.(reason));
          }
          send(message);
        }
      } catch (error) {
        log.warn({ error }, 'the plugin sent to the store what is no message');
        end();
      }
    };
    try {
      upstream = await options.open({
        data(chunk) {
          running?.answered();
          for (const answer of outgoing.push(chunk)) {
            cursors.note(answer);
            stream.write(answer);
          }
          if (stream.waiting() <= WAITING_BYTES || isStorePaused) return;
          isStorePaused = true;
          upstream?.pause();
          stream.whenDrained(() => {
            isStorePaused = false;
            upstream?.resume();
          });
        },
        drained() {
          if (!isChannelPaused) return;
          isChannelPaused = false;
          stream.resume();
        },
        closed() {
          if (isOver) return;
          options.running?.storeLost();
          end();
        },
      });
    } catch (error) {
      log.debug({ error }, 'the store was not reached for a plugin');
      options.running?.storeLost();
      return end();
    }
    if (isOver) return upstream.close();
    for (const message of early) {
      hold(-message.length);
      send(message);
    }
    early = [];
  }

  return {
    accept(stream) {
      connections += 1;
      if (connections > MOST_CONNECTIONS) {
        connections -= 1;
        log.warn({ connections }, 'the plugin opens too many connections to the store');
        stream.end();
        return;
      }
      void connect(stream);
    },
  };
}

function nameOf(code: number): string {
  if (code === RefusalCode.commandNotFound) return 'CommandNotFound';
  if (code === RefusalCode.cursorNotFound) return 'CursorNotFound';
  return code === RefusalCode.badValue ? 'BadValue' : 'Unauthorized';
}
