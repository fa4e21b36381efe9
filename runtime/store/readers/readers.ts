import { availableParallelism } from 'node:os';
import type { ReadContext, ReadStore, Reply, SentCommand } from '../request/context.ts';
import { isLargeRead, shapeOf } from '../request/read-shape.ts';
import type { Cursors } from '../work/cursors.ts';
import { type Reader, type RunOnReader, startReader } from './reader.ts';

/** A command that may be carried out on a thread. */
export interface MovableCommand extends ReadContext, SentCommand {
  store: ReadStore & { cursors: Pick<Cursors, 'reserve'> };
}

/** Carries out reads: here while they are short, on threads with connections of their own when they are long. */
export interface Readers {
  /**
   * Runs `here`. When that uses up its first slice it is given up, and the command runs whole on a reader thread;
   * commands of a shape that did so lately, and reads of whole large collections, go there at once.
   */
  run(context: MovableCommand, body: Uint8Array, here: () => Reply | Promise<Reply>): Reply | Promise<Reply>;
  /** Resolves when no thread keeps a state of the file; they go on when the result is called. */
  rest(): Promise<() => void>;
  close(): void;
}

/** Thrown at the first pause of a command that will run elsewhere. One for all: its stack tells nothing, and costs. */
const TAKES_LONG = new Error('the command takes long and will run on a reader thread');

/**
 * Most threads; each takes some 30 MB. A page and its count are read beside each other, also on two processors: a list
 * that takes long is answered in three quarters of the time. Beside two that ask for such lists without end, 99 of 100
 * visits took up to 8.1 ms with two threads and 6.3 with one, commits 127 and 108.
 */
const MOST_READERS = Math.min(2, availableParallelism());
/** With those that are occupied by one document and cannot serve others meanwhile. */
const MOST_WITH_OCCUPIED = MOST_READERS + 2;
/** A thread that nobody needs is ended, and its memory given back. */
const IDLE_MILLISECONDS = 10_000;
/** How often is looked whether a command waits behind another one's document. */
const WATCH_MILLISECONDS = 50;
/** How long a shape counts as long without being tried here again. */
const LONG_FOR_MILLISECONDS = 10_000;
const KEPT_SHAPES = 500;

/** Threads are started when the first long read comes. `now` is a monotonic clock in milliseconds. */
export const createReaders = (input: {
  file: string;
  /** Address of a thread's program. */
  thread: string;
  cursors: Cursors;
  now: () => number;
  log: (event: string, error: unknown) => void;
}): Readers => {
  const readers = new Set<Reader>();
  const longUntil = new Map<string, number>();
  let idle: ReturnType<typeof setTimeout> | undefined;

  const isKnownAsLong = (context: MovableCommand): boolean =>
    longUntil.size > 0 && (longUntil.get(shapeOf(context)) ?? 0) > input.now();
  /** Whether there is a thread for what another one has no time for. */
  const canStart = (): boolean =>
    readers.size < MOST_WITH_OCCUPIED || [...readers].some((reader) => !reader.isOccupied());
  const choose = (): Reader => {
    clearTimeout(idle);
    const free = [...readers].filter((reader) => !reader.isOccupied());
    const isFull = free.length >= MOST_READERS || readers.size >= MOST_WITH_OCCUPIED;
    const [best] = (free.length > 0 ? free : [...readers]).sort((one, other) => one.load() - other.load());
    if (best !== undefined && (isFull || (free.length > 0 && best.load() === 0))) return best;
    const { file, thread, log } = input;
    const started: Reader = startReader({ file, thread, log, ended: () => void readers.delete(started) });
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
  /** The answer, from another thread when the first is kept by somebody's document before it comes to this one. */
  const answerOf = async (start: (reader: Reader) => RunOnReader) => {
    let reader = choose();
    for (;;) {
      const run = start(reader);
      let watch: ReturnType<typeof setInterval> | undefined;
      const takenBack = new Promise<undefined>((resolve) => {
        watch = setInterval(() => {
          if (canStart() && run.takeBack()) resolve(undefined);
        }, WATCH_MILLISECONDS);
      });
      const answer = await Promise.race([run.answer, takenBack]).finally(() => clearInterval(watch));
      if (answer !== undefined) return { ...answer, reader };
      reader = choose();
    }
  };
  const runAway = async (context: MovableCommand, body: Uint8Array): Promise<Reply> => {
    const { name, database, operation, store } = context;
    operation.refusePause(undefined);
    const cursor = store.cursors.reserve();
    try {
      const { reply, isCursorOpen, reader } = await answerOf((chosen) => {
        const elapsed = input.now() - operation.startedAt;
        const request = { name, database, command: body, now: store.options.now(), elapsed, cursor };
        return chosen.run(request, operation);
      });
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
      let reply: Reply | Promise<Reply>;
      try {
        reply = here();
      } catch (error) {
        return moved(error);
      }
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

const namespaceOf = ({ database, command, name }: MovableCommand): string =>
  `${database}.${String(command.get(name))}`;
