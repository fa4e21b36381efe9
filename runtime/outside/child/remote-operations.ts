import { LOCALES } from '@waypost/contract';
import type { OperationDefinition, OperationFile, OperationRun, Operations } from '@waypost/sdk';
import { z } from 'zod';
import { findText, type Words } from '../../services/locale/texts.ts';
import type { Peer } from '../channel/peer.ts';
import { type Handles, requestHandle } from './request.ts';

export type OperationHandlers = Map<string, OperationDefinition<z.ZodType>>;

const zRun = z.object({
  kind: z.string(),
  run: z.int(),
  input: z.unknown().optional(),
  kept: z.unknown().optional(),
  owner: z.string(),
  locale: z.enum(LOCALES),
});
const zUnfinished = zRun.pick({ kind: true, input: true });
const zStarted = z.object({ id: z.string() });
/** Largest piece of a file that crosses at once, bytes. */
const PIECE_BYTES = 1024 * 1024;

/** Long work: kept and shown by the host, done here. */
export function createRemoteOperations(options: {
  peer: Peer;
  handles: Handles;
  operations: OperationHandlers;
  changed(): void;
}): Operations {
  const { peer, handles, operations, changed } = options;
  return {
    define(kind, definition) {
      if (operations.has(kind)) throw new TypeError(`operation ${kind} is defined twice`);
      operations.set(kind, definition as unknown as OperationDefinition<z.ZodType>);
      changed();
      return () => {
        operations.delete(kind);
        changed();
      };
    },
    async start(kind, work, request) {
      const definition = operations.get(kind);
      if (definition === undefined) throw new TypeError(`operation ${kind} is not defined`);
      await definition.input.parseAsync(work.input);
      return zStarted.parse(
        await peer.ask('operations.start', { kind, ...work, handle: requestHandle(handles, request) }),
      );
    },
  };
}

/** Carries out one run for the host. */
export async function runOperation(
  { operations, peer, words }: { operations: OperationHandlers; peer: Peer; words: readonly Words[] },
  params: unknown,
  signal: AbortSignal,
): Promise<null> {
  const { kind, run: number, input, kept, owner, locale } = zRun.parse(params);
  const definition = operations.get(kind);
  if (definition === undefined) throw new Error(`operation ${kind} is not registered`);
  const run: OperationRun<unknown> = {
    input: await definition.input.parseAsync(input),
    kept,
    owner,
    locale,
    translate: (key, given) => findText(words, locale, key, given) ?? key,
    signal,
    progress: (done, total, leftOut) =>
      peer.tell('operation.progress', { run: number, done, total, leftOut }),
    async createFile(file) {
      await peer.ask('operation.file', { run: number, ...file });
      return remoteFile(peer, number);
    },
  };
  await definition.run(run);
  return null;
}

/** Says that what was asked for will not be done any more. */
export async function tellUnfinished(operations: OperationHandlers, params: unknown): Promise<null> {
  const { kind, input } = zUnfinished.parse(params);
  const definition = operations.get(kind);
  await definition?.unfinished?.(await definition.input.parseAsync(input));
  return null;
}

function remoteFile(peer: Peer, run: number): OperationFile {
  return {
    async write(piece) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece);
      for (let at = 0; at < bytes.length; at += PIECE_BYTES)
        await peer.ask('operation.write', {
          run,
          piece: bytes.subarray(at, at + PIECE_BYTES).toString('base64'),
        });
    },
    async keep(state) {
      await peer.ask('operation.keep', { run, state });
    },
  };
}
