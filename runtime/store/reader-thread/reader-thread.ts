import { SQLiteError } from 'bun:sqlite';
import { readAggregate } from '../commands/aggregate.ts';
import { count, distinct } from '../commands/count.ts';
import { find } from '../commands/find.ts';
import type { ReaderAnswer, ReaderRequest } from '../readers/protocol.ts';
import { NOBODY, type Signals } from '../readers/signals.ts';
import type { ReadContext, Reply } from '../request/context.ts';
import { numberField } from '../request/fields.ts';
import { StoreError } from '../value/errors.ts';
import { decodeDocument, encodeDocument } from '../value/index.ts';
import type { Batch, Cursor, DocumentStream } from '../work/cursors.ts';
import { type Limit, readerLimit } from '../work/effort-limits.ts';
import { createOperations, type Operation, type Operations } from '../work/operation.ts';
import { createScheduler } from '../work/scheduler.ts';
import { createConnectionPool, openReadState, type ReadState } from './read-state.ts';

interface OpenCursor {
  stream: DocumentStream;
  state: ReadState;
  /** Milliseconds on this thread's clock. */
  usedAt: number;
}

/** Memory of the process from which cursors that nobody reads on are given up. */
const SHORT_OF_MEMORY_BYTES = 230 * 1024 * 1024;
/** So soon after its last batch a cursor counts as being read. */
const IN_USE_MILLISECONDS = 2000;

/** Nobody writes here: waiting for it is resting. */
const NOTHING = new Int32Array(new SharedArrayBuffer(4));

/** Out of time, stopped by somebody, out of memory. */
const STOPPED_MIDWAY: ReadonlySet<number> = new Set([50, 11601, 146]);

type Run = Extract<ReaderRequest, { kind: 'run' }>;
type Next = Extract<ReaderRequest, { kind: 'next' }>;

const COMMANDS: ReadonlyMap<string, (context: ReadContext) => Reply | Promise<Reply>> = new Map([
  ['find', find],
  ['aggregate', readAggregate],
  ['count', count],
  ['distinct', distinct],
]);

/** Nothing is written here, so nothing is ever held back or rolled back. */
const NO_WRITES = { failures: () => 0, isHeld: () => false, whenFree: async () => undefined };

export interface ReaderThreadInput {
  file: string;
  /** Called between two slices of work. */
  betweenSlices: () => void;
  /** Bytes of memory that the process takes. */
  memory: () => number;
  /** Bytes that the values of this thread take. */
  heap: () => number;
  /** Gives back memory that is not used any more. */
  collect: () => void;
  signals: Signals;
  send: (answer: ReaderAnswer, transfer: ArrayBuffer[]) => void;
}

/** Carries out the requests that the server sends; `send` takes the answers, with the memory that goes along. */
export const createReaderThread = (input: ReaderThreadInput) => {
  const resting = createResting();
  const thread = createThread(input, resting);
  const { running, cursors, states, pool } = thread;
  return {
    receive: (request: ReaderRequest): void => {
      input.signals.setOccupied(NOBODY);
      if (request.kind === 'run') resting.whenAwake(() => void run(thread, request));
      else if (request.kind === 'next') resting.whenAwake(() => void next(thread, request));
      else if (request.kind === 'rest') {
        resting.rest();
        for (const state of states) state.rest();
        input.send({ kind: 'resting', id: request.id }, []);
      } else if (request.kind === 'resume') resting.resume();
      else if (request.kind === 'end') {
        pool.close();
        input.send({ kind: 'ended' }, []);
      } else if (request.kind === 'kill') running.get(request.id)?.kill();
      else if (request.kind === 'close') {
        cursors.get(request.cursor)?.stream.close();
        cursors.delete(request.cursor);
      }
    },
  };
};

/** What the requests of one thread share. */
interface Thread extends ReaderThreadInput {
  /** Milliseconds on this thread's clock. */
  now: () => number;
  limitOf: (id: number) => Limit;
  operations: Operations;
  pool: ReturnType<typeof createConnectionPool>;
  running: Map<number, Operation>;
  /** Open cursors, those used last at the end. */
  cursors: Map<bigint, OpenCursor>;
  /** States of commands and batches under way. */
  states: Set<ReadState>;
}

const createThread = (input: ReaderThreadInput, resting: ReturnType<typeof createResting>): Thread => {
  const now = (): number => performance.now();
  const schedule = (callback: () => void): void =>
    void setImmediate(() => {
      input.signals.setOccupied(NOBODY);
      input.betweenSlices();
      resting.whenAwake(callback);
    });
  const scheduler = createScheduler({ now, schedule });
  const limitOf = (id: number): Limit =>
    readerLimit({
      now,
      memory: input.heap,
      collect: input.collect,
      isKilled: () => input.signals.isKilled(id),
      occupied: () => input.signals.setOccupied(id),
      rest: (milliseconds) => void Atomics.wait(NOTHING, 0, 0, milliseconds),
    });
  return {
    ...input,
    now,
    limitOf,
    operations: createOperations({ scheduler, group: NO_WRITES, now, limit: () => limitOf(NOBODY) }),
    pool: createConnectionPool(input.file),
    running: new Map(),
    cursors: new Map(),
    states: new Set(),
  };
};

/** Carries out a command. */
const run = async (thread: Thread, request: Run): Promise<void> => {
  const { operations, pool, running, states } = thread;
  const state = openReadState(pool);
  states.add(state);
  let operation: Operation | undefined;
  try {
    const command = decodeDocument(request.command);
    operation = operations.begin({
      command: request.name,
      namespace: request.database,
      maxTimeMilliseconds: timeLeft(numberField(command, 'maxTimeMS'), request.elapsed),
      limit: thread.limitOf(request.id),
    });
    running.set(request.id, operation);
    state.pin();
    await reply(thread, request, state, operation);
  } catch (error) {
    state.close();
    fail(thread, request.id, error);
  } finally {
    operation?.end();
    running.delete(request.id);
    states.delete(state);
    giveUpIdle(thread);
  }
};

/** Sends what the command says; what it has not read yet stays open as a cursor. */
const reply = async (
  { cursors, now, send }: Thread,
  request: Run,
  state: ReadState,
  operation: Operation,
): Promise<void> => {
  const { id, name } = request;
  let stream: DocumentStream | undefined;
  const context = contextOf(request, state, operation, (opened) => {
    stream = opened;
  });
  const said = await operation.within(() => COMMANDS.get(name)?.(context));
  if (said === undefined) throw new StoreError(59, `a reader was asked for '${name}'`);
  state.unpin();
  if (stream !== undefined) cursors.set(request.cursor, { stream, state, usedAt: now() });
  if (said instanceof Map && !said.has('ok')) said.set('ok', 1);
  const bytes = ownBytes(said instanceof Map ? encodeDocument(said) : said);
  send({ kind: 'reply', id, reply: bytes, isCursorOpen: stream !== undefined }, [bytes.buffer]);
};

/** Reads on from a cursor. */
const next = async (thread: Thread, { id, cursor, count: most, bytes }: Next): Promise<void> => {
  const { cursors, operations, running, states } = thread;
  const opened = cursors.get(cursor);
  if (opened === undefined) return fail(thread, id, new StoreError(43, `cursor id ${cursor} not found`));
  const { stream, state } = opened;
  // It is the newest now, and not idle while it is being read.
  cursors.delete(cursor);
  cursors.set(cursor, { stream, state, usedAt: Number.POSITIVE_INFINITY });
  const operation = operations.begin({
    command: 'getMore',
    namespace: '',
    maxTimeMilliseconds: undefined,
    limit: thread.limitOf(id),
  });
  running.set(id, operation);
  states.add(state);
  try {
    state.pin();
    const batch = await stream.nextBatch({ count: most, bytes, awaitMilliseconds: undefined }, operation);
    state.unpin();
    if (batch.isDone) cursors.delete(cursor);
    else if (cursors.has(cursor)) cursors.set(cursor, { stream, state, usedAt: thread.now() });
    const packed = pack(batch);
    thread.send({ kind: 'batch', id, ...packed, isDone: batch.isDone }, [
      packed.documents.buffer,
      packed.ends.buffer,
    ]);
  } catch (error) {
    state.close();
    cursors.delete(cursor);
    fail(thread, id, error);
  } finally {
    operation.end();
    running.delete(id);
    states.delete(state);
  }
};

const fail = ({ collect, send }: Thread, id: number, error: unknown): void => {
  const known = refusalOf(error);
  const details = known.details === undefined ? undefined : encodeDocument(known.details);
  const stack = known.code === 1 && error instanceof Error ? (error.stack ?? '') : undefined;
  // What a long evaluation leaves is given back before somebody else needs it.
  if (STOPPED_MIDWAY.has(known.code)) collect();
  send({ kind: 'failure', id, code: known.code, message: known.message, details, stack }, []);
};

/** What cannot be read ends the reading; anything else that is no refusal is a fault of ours. */
const refusalOf = (error: unknown): StoreError => {
  if (error instanceof StoreError) return error;
  if (error instanceof SQLiteError) return new StoreError(175, `query plan killed :: ${error}`);
  return new StoreError(1, String(error));
};

/** What is left of a command's maxTimeMS; 0 and undefined stand for no limit. */
const timeLeft = (most: number | undefined, elapsed: number): number | undefined =>
  most === undefined || most === 0 ? undefined : Math.max(0, most - elapsed);

/** Bytes in memory of their own, which can be handed over to another thread. */
const ownBytes = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength
    ? new Uint8Array(bytes.buffer)
    : new Uint8Array(bytes);

const pack = ({
  documents,
}: Batch): { documents: Uint8Array<ArrayBuffer>; ends: Uint32Array<ArrayBuffer> } => {
  const ends = new Uint32Array(documents.length);
  let size = 0;
  for (let at = 0; at < documents.length; at += 1) {
    size += (documents[at] as Uint8Array).length;
    ends[at] = size;
  }
  const bytes = new Uint8Array(size);
  let start = 0;
  for (const document of documents) {
    bytes.set(document, start);
    start += document.length;
  }
  return { documents: bytes, ends };
};

/** Keeps what comes while the thread rests. */
const createResting = () => {
  /** Slices, and requests that came meanwhile. */
  let waiting: (() => void)[] | undefined;
  return {
    whenAwake: (work: () => void): void => {
      if (waiting === undefined) work();
      else waiting.push(work);
    },
    rest: (): void => {
      waiting ??= [];
    },
    resume: (): void => {
      const works = waiting ?? [];
      waiting = undefined;
      for (const work of works) work();
    },
  };
};

/** What a command of the server reads with, here. */
const contextOf = (
  request: Run,
  state: ReadState,
  operation: Operation,
  onStream: (stream: DocumentStream) => void,
): ReadContext => {
  const { name, database } = request;
  return {
    store: {
      options: { now: () => request.now },
      catalog: { find: state.find },
      cursors: {
        open: (opened): Cursor => {
          onStream(opened.stream);
          return { ...opened, id: request.cursor, lastUsed: 0, isBusy: false };
        },
      },
      countDocuments: state.countDocuments,
    },
    name,
    database,
    operation,
    view: state.view,
    command: decodeDocument(request.command),
    session: undefined,
    transaction: undefined,
  };
};

/** What an abandoned cursor has read ahead (a join's other side, a sort) must not take everybody's memory. */
const giveUpIdle = ({ cursors, memory, now }: Thread): void => {
  if (memory() < SHORT_OF_MEMORY_BYTES) return;
  for (const [id, { stream, usedAt }] of cursors) {
    if (now() - usedAt < IN_USE_MILLISECONDS) return;
    stream.close();
    cursors.delete(id);
  }
};
