import { availableParallelism } from 'node:os';
import type { CommandContext, Reply } from '../server/context.ts';
import type { Cursors } from '../server/cursors.ts';
import { isLargeRead, shapeOf } from './read-shape.ts';
import { type Reader, startReader } from './reader.ts';

/** Carries out reads: here while they are short, on threads with connections of their own when they are long. */
export interface Readers {
  /**
   * Runs `here`. When that uses up its first slice it is given up, and the command runs whole on a reader thread;
   * commands of a shape that did so lately, and reads of whole large collections, go there at once.
   */
  run(context: CommandContext, body: Uint8Array, here: () => Reply | Promise<Reply>): Reply | Promise<Reply>;
  /** Resolves when no thread keeps a state of the file; they go on when the result is called. */
  rest(): Promise<() => void>;
  close(): void;
}

/** Thrown at the first pause of a command that will run elsewhere. One for all: its stack tells nothing, and costs. */
const TAKES_LONG = new Error('the command takes long and will run on a reader thread');

/** Most threads; each takes some 30 MB. One processor is left to the server itself. */
const MOST_READERS = Math.max(1, Math.min(2, availableParallelism() - 1));
/** A thread that nobody needs is ended, and its memory given back. */
const IDLE_MILLISECONDS = 10_000;
/** How long a shape counts as long without being tried here again. */
const LONG_FOR_MILLISECONDS = 10_000;
const KEPT_SHAPES = 500;

/** Threads are started when the first long read comes. `now` is a monotonic clock in milliseconds. */
export const createReaders = (input: {
  file: string;
  cursors: Cursors;
  now: () => number;
  log: (event: string, error: unknown) => void;
}): Readers => {
  const readers = new Set<Reader>();
  const longUntil = new Map<string, number>();
  let idle: ReturnType<typeof setTimeout> | undefined;

  const isKnownAsLong = (context: CommandContext): boolean =>
    longUntil.size > 0 && (longUntil.get(shapeOf(context)) ?? 0) > input.now();
  const choose = (): Reader => {
    clearTimeout(idle);
    let best: Reader | undefined;
    for (const reader of readers) if (best === undefined || reader.load() < best.load()) best = reader;
    if (best !== undefined && (best.load() === 0 || readers.size >= MOST_READERS)) return best;
    const { file, log } = input;
    const started: Reader = startReader({ file, log, ended: () => void readers.delete(started) });
    readers.add(started);
    return started;
  };
  const endIdle = (): void => {
    clearTimeout(idle);
    idle = setTimeout(() => {
      for (const [shape, until] of longUntil) if (until < input.now()) longUntil.delete(shape);
      for (const reader of [...readers]) if (reader.load() === 0) reader.close();
      if (readers.size > 0) endIdle();
    }, IDLE_MILLISECONDS);
    idle.unref();
  };
  const runAway = async (context: CommandContext, body: Uint8Array): Promise<Reply> => {
    const { name, database, operation, store } = context;
    operation.refusePause(undefined);
    const reader = choose();
    const cursor = store.cursors.reserve();
    try {
      const request = { name, database, command: body, now: store.options.now(), cursor };
      const { reply, isCursorOpen } = await reader.run(request, operation);
      if (isCursorOpen) {
        store.cursors.open({
          id: cursor,
          namespace: namespaceOf(context),
          stream: reader.stream(cursor),
          session: context.session?.id,
          transaction: undefined,
          isTimeoutDisabled: context.command.get('noCursorTimeout') === true,
        });
      }
      return reply;
    } finally {
      endIdle();
    }
  };

  return {
    run: (context, body, here) => {
      if (isKnownAsLong(context) || isLargeRead(context)) return runAway(context, body);
      const moved = (error: unknown): Promise<Reply> => {
        if (error !== TAKES_LONG) throw error;
        if (longUntil.size >= KEPT_SHAPES) longUntil.clear();
        longUntil.set(shapeOf(context), input.now() + LONG_FOR_MILLISECONDS);
        return runAway(context, body);
      };
      context.operation.refusePause(TAKES_LONG);
      const reply = here();
      return reply instanceof Promise ? reply.catch(moved) : reply;
    },
    rest: async () => {
      const resting = [...readers];
      // One that ends meanwhile keeps nothing either.
      await Promise.allSettled(resting.map((reader) => reader.rest()));
      return () => {
        for (const reader of resting) reader.resume();
      };
    },
    close: () => {
      clearTimeout(idle);
      for (const reader of [...readers]) reader.close();
    },
  };
};

const namespaceOf = ({ database, command, name }: CommandContext): string =>
  `${database}.${String(command.get(name))}`;
