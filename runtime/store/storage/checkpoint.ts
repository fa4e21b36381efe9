import { statSync } from 'node:fs';
import type { CheckpointRequest } from './checkpoint-worker.ts';
import type { Connection } from './connection.ts';
import type { WriteGroup } from './write-group.ts';

/** Keeps the write-ahead log short. */
export interface Checkpoints {
  /** Called after each commit. */
  committed(): void;
  /** Whether the log has grown so far that whoever keeps an old state should be ended. */
  isFarBehind(): boolean;
  /** While the log is being emptied that would grow for ever: transactions begin when it is over. */
  room(): Promise<void> | undefined;
  /** Moves everything into the database file; used when the store stops. */
  finish(): void;
  close(): void;
}

const MEBIBYTE = 1024 * 1024;
/** Log size at which a thread begins to move its pages into the database file. */
const START_BYTES = 8 * MEBIBYTE;
/** Log size from which reader threads are asked to let go of the state they read. */
const REST_BYTES = 32 * MEBIBYTE;
/** What is left to move while nobody may write and the log is emptied: some milliseconds. */
const LEFT_BYTES = 4 * MEBIBYTE;
/** Times the thread is sent again because others wrote faster than it moved. */
const MOST_ROUNDS = 5;
/** Milliseconds from one start to the next; less when the log is long. */
const BETWEEN = 1000;
const BETWEEN_WHEN_LONG = 200;
/** Milliseconds that are waited for somebody who holds the group. */
const LONGEST_WAIT = 250;
/** Log size at which whoever writes waits while the server itself moves everything: the thread cannot keep up. */
const WAIT_BYTES = 96 * MEBIBYTE;
const FAR_BEHIND_BYTES = 256 * MEBIBYTE;
/**
 * Milliseconds for which no transaction begins, so that the last one that keeps an old state comes to its end: where one follows
 * the other there would always be one. With a log as long as `NO_END_BYTES` as long as a transaction may take.
 */
const LONGEST_ROOM = 5_000;
const LONGEST_ROOM_WITHOUT_END = 65_000;
const NO_END_BYTES = 1024 * MEBIBYTE;
/** Bytes of a page in the log: 4096 and its header (sqlite.org/walformat.html). */
const FRAME_BYTES = 4096 + 24;

/** Starts the thread at the first checkpoint. `rest` lets readers go and answers what makes them go on. */
export const createCheckpoints = (input: {
  file: string;
  writer: Connection;
  group: () => Pick<WriteGroup, 'isHeld' | 'whenFree' | 'hold' | 'release' | 'endReading'>;
  rest: () => Promise<() => void>;
  /** Resolves when no transaction keeps a state. */
  whenNoneIsKept: () => Promise<void>;
  /** Milliseconds on a clock that never goes back. */
  now: () => number;
  log: (event: string, error: unknown) => void;
}): Checkpoints => {
  const { move, end } = createMover(input);
  let isRunning = false;
  let isClosed = false;
  let nextStart = 0;
  let nextWait = 0;
  let room: Promise<void> | undefined;

  const logBytes = (): number => statSync(`${input.file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  /** Moves what is left and empties the log, unless somebody still reads from it. */
  const truncate = (): void => {
    try {
      input.writer.emptyLog();
    } catch (error) {
      // Nothing is lost: what stays in the log is read from there.
      input.log('a checkpoint failed', error);
    }
  };
  /** Lets nobody write meanwhile; others are answered. */
  const whileNobodyWrites = async (work: () => Promise<unknown>): Promise<void> => {
    const group = input.group();
    if (group.isHeld()) await Promise.race([group.whenFree(), Bun.sleep(LONGEST_WAIT)]);
    if (group.isHeld() || isClosed) return;
    group.hold();
    try {
      group.endReading();
      await work();
    } finally {
      group.release();
    }
  };
  const whileReadersRest = async (work: () => Promise<void>): Promise<void> => {
    const resume = await input.rest();
    try {
      await work();
    } finally {
      resume();
    }
  };
  /** Empties the log when the transactions that run now have ended. */
  const whileNobodyBegins = async (): Promise<void> => {
    const longest = logBytes() > NO_END_BYTES ? LONGEST_ROOM_WITHOUT_END : LONGEST_ROOM;
    const { promise, resolve } = Promise.withResolvers<void>();
    room = promise;
    try {
      const over = Bun.sleep(longest);
      await Promise.race([input.whenNoneIsKept(), over]);
      // What is being committed ends before readers are asked to rest.
      if (input.group().isHeld()) await Promise.race([input.group().whenFree(), over]);
      if (isClosed) return;
      await whileReadersRest(async () => {
        // Most of it beside those who write.
        await move();
        await whileNobodyWrites(() => move(true));
      });
    } finally {
      room = undefined;
      resolve();
    }
  };
  const run = async (): Promise<void> => {
    for (let round = 0; round < MOST_ROUNDS && !isClosed; round += 1) {
      // Readers that begin again see the newest state: what was written before it can be moved.
      if (logBytes() > REST_BYTES) await whileReadersRest(async () => undefined);
      const done = await move();
      if (logBytes() - done <= LEFT_BYTES) break;
    }
    // A log of moderate length keeps its place on the disk and is written anew from its beginning: a commit into a file
    // that has to grow takes longer.
    if (!isClosed && logBytes() > REST_BYTES)
      await whileReadersRest(() => whileNobodyWrites(() => move(true)));
    if (!isClosed && logBytes() > WAIT_BYTES) await whileNobodyBegins();
  };

  return {
    committed: () => {
      const bytes = logBytes();
      if (bytes > WAIT_BYTES && input.now() >= nextWait) {
        nextWait = input.now() + BETWEEN;
        truncate();
      }
      if (isRunning) return;
      if (bytes < START_BYTES || input.now() < nextStart) return;
      isRunning = true;
      nextStart = input.now() + BETWEEN;
      void run()
        .catch((error: unknown) => input.log('a checkpoint failed', error))
        .finally(() => {
          isRunning = false;
          if (logBytes() > REST_BYTES) nextStart = Math.min(nextStart, input.now() + BETWEEN_WHEN_LONG);
        });
    },
    isFarBehind: () => logBytes() > FAR_BEHIND_BYTES,
    room: () => room,
    finish: truncate,
    close: () => {
      isClosed = true;
      end();
    },
  };
};

/** Moves pages on a thread of its own, which is started when it is first needed. */
const createMover = ({ file, log }: { file: string; log: (event: string, error: unknown) => void }) => {
  let worker: Worker | undefined;
  let moved: (bytes: number) => void = () => undefined;
  const begin = (): Worker => {
    const begun = new Worker(new URL('./checkpoint-worker.ts', import.meta.url).href, { smol: true });
    begun.onmessage = ({ data }: MessageEvent<{ checkpointed: number }>) =>
      moved(data.checkpointed * FRAME_BYTES);
    begun.onerror = (event) => {
      log('a checkpoint failed', event.message);
      moved(0);
    };
    return begun;
  };
  return {
    /** Moves what can be moved, or all of it and empties the log. Resolves with the log's bytes that are in the database file now. */
    move: (isEmptying = false): Promise<number> =>
      new Promise((resolve) => {
        moved = resolve;
        worker ??= begin();
        worker.postMessage({ file, isEmptying } satisfies CheckpointRequest);
      }),
    end: (): void => worker?.terminate(),
  };
};
