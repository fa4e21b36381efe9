import type { Logger } from '@waypost/sdk';
import { createDocumentWriter, encodeOpMsg } from '@waypost/store/wire';
import type { ByteStream } from '../channel/streams.ts';
import { carryConnection, type PassingCommand } from './carry-connection.ts';
import { checkCommand, type StoreRights } from './check-command.ts';
import { createCursors } from './cursors.ts';
import { RefusalCode, StoreRefusal } from './refusal.ts';
import { readRequest } from './request.ts';
import type { RunningCommands } from './running-commands.ts';
import type { OpenUpstream } from './store-way.ts';

/** Connections of one plugin to the store. */
const MOST_CONNECTIONS = 12;
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
  const heldInAll = { bytes: 0 };
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
  function passing(stream: ByteStream, bytes: Buffer): PassingCommand | undefined {
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

  return {
    accept(stream) {
      connections += 1;
      if (connections > MOST_CONNECTIONS) {
        connections -= 1;
        log.warn({ connections }, 'the plugin opens too many connections to the store');
        stream.end();
        return;
      }
      void carryConnection(stream, {
        ...options,
        passing: (bytes) => passing(stream, bytes),
        noteAnswer: cursors.note,
        heldInAll,
        onEnd() {
          connections -= 1;
        },
      });
    },
  };
}

function nameOf(code: number): string {
  if (code === RefusalCode.commandNotFound) return 'CommandNotFound';
  if (code === RefusalCode.cursorNotFound) return 'CursorNotFound';
  return code === RefusalCode.badValue ? 'BadValue' : 'Unauthorized';
}
