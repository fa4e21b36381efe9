import type { Logger } from '@waypost/sdk';
import { createDocumentWriter } from '../../store/embedded/wire/bytes.ts';
import { createFraming } from '../../store/embedded/wire/framing.ts';
import { encodeOpMsg } from '../../store/embedded/wire/message.ts';
import type { ByteStream } from '../channel/streams.ts';
import { checkCommand, type StoreRights } from './check-command.ts';
import { createCursors } from './cursors.ts';
import { withoutGreeting } from './greeting.ts';
import { RefusalCode, StoreRefusal } from './refusal.ts';
import { readRequest } from './request.ts';
import type { OpenUpstream, Upstream } from './upstream.ts';

/** Bytes waiting on one side above which the other is not read. */
const WAITING_BYTES = 8 * 1024 * 1024;
/** Bytes that one connection may have sent without a whole message: one message (48,000,000) and the start of the next. */
const HELD_BYTES = 64 * 1024 * 1024;
/** Connections of one plugin to the store. */
const MOST_CONNECTIONS = 12;

export interface StoreProxyOptions {
  open: OpenUpstream;
  rights: Omit<StoreRights, 'ownsCursor'>;
  log: Logger;
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

  /** Whether the message may go on to the store. */
  function mayPass(stream: ByteStream, bytes: Buffer): boolean {
    const request = readRequest(bytes);
    try {
      checkCommand(request, rights);
      return true;
    } catch (error) {
      if (!(error instanceof StoreRefusal)) throw error;
      log.warn({ reason: error.message }, 'a command to the store was refused');
      if (!request.isUnacknowledged) refuse(stream, request.requestId, error);
      return false;
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

    const end = () => {
      if (isOver) return;
      isOver = true;
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
      try {
        heldBytes += chunk.length;
        const messages = incoming.push(chunk);
        if (upstream !== undefined) for (const message of messages) heldBytes -= message.length;
        if (heldBytes > HELD_BYTES) throw new StoreRefusal('too much was sent at once');
        for (const message of messages) if (mayPass(stream, message)) send(message);
      } catch (error) {
        log.warn({ error }, 'the plugin sent to the store what is no message');
        end();
      }
    };
    try {
      upstream = await options.open({
        data(chunk) {
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
        closed: end,
      });
    } catch (error) {
      log.debug({ error }, 'the store was not reached for a plugin');
      return end();
    }
    if (isOver) return upstream.close();
    for (const message of early) {
      heldBytes -= message.length;
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
