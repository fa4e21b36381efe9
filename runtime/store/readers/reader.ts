import { StoreError } from '../value/errors.ts';
import { decodeDocument } from '../value/index.ts';
import type { Batch, BatchLimits, DocumentStream } from '../work/cursors.ts';
import type { Operation } from '../work/operation.ts';
import type { ReaderAnswer, ReaderRequest } from './protocol.ts';
import { NOBODY, openSignals } from './signals.ts';

/** The server's end of one reader thread. */
export interface Reader {
  /** Commands and batches under way, and open cursors. */
  load(): number;
  /** Whether it computes over one document for longer, so that whoever comes to it has to wait. */
  isOccupied(): boolean;
  run(
    request: Omit<Extract<ReaderRequest, { kind: 'run' }>, 'kind' | 'id'>,
    operation: Pick<Operation, 'onKill'>,
  ): RunOnReader;
  /** The rest of what a command has begun to answer. */
  stream(cursor: bigint): DocumentStream;
  /** Resolves when it has let its pinned state go; it reads nothing until `resume`. */
  rest(): Promise<void>;
  resume(): void;
  close(): void;
}

/** A command on a reader thread. */
export interface RunOnReader {
  answer: Promise<{ reply: Uint8Array; isCursorOpen: boolean }>;
  /** Takes it back when the thread is kept by another one's document. Returns whether it was; then there is no answer. */
  takeBack(): boolean;
}

type Answered = Exclude<ReaderAnswer, { kind: 'failure' | 'ended' }>;

interface Waiting {
  resolve: (answer: Answered) => void;
  reject: (error: Error) => void;
}

/** Starts a thread over the store's file. `ended` is called when it has failed; all it was doing is refused then. */
export const startReader = (input: {
  file: string;
  /** Address of its program. */
  thread: string;
  ended: () => void;
  log: (event: string, error: unknown) => void;
}): Reader => {
  const worker = new Worker(input.thread, { smol: true });
  const waiting = new Map<number, Waiting>();
  let cursors = 0;
  let lastId = 0;
  let hasEnded = false;
  const post = (request: ReaderRequest): void => worker.postMessage(request);
  const end = (why: string): void => {
    if (hasEnded) return;
    hasEnded = true;
    for (const { reject } of waiting.values()) reject(new StoreError(175, `the reader was ended: ${why}`));
    waiting.clear();
    input.ended();
  };
  worker.onmessage = ({ data: answer }: MessageEvent<ReaderAnswer>) => {
    if (answer.kind === 'ended') return worker.terminate();
    const caller = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (answer.kind !== 'failure') return caller?.resolve(answer);
    if (answer.stack !== undefined) return caller?.reject(faultOf(answer.message, answer.stack));
    const details = answer.details === undefined ? {} : { details: decodeDocument(answer.details) };
    caller?.reject(new StoreError(answer.code, answer.message, details));
  };
  worker.onerror = (event) => {
    input.log('a reader thread failed', event.message);
    end(event.message);
    worker.terminate();
  };
  const signals = openSignals();
  post({ kind: 'open', file: input.file, signals: signals.memory });

  const ask = (
    operation: Pick<Operation, 'onKill'>,
    request: (id: number) => ReaderRequest,
  ): Promise<Answered> =>
    new Promise((resolve, reject) => {
      if (hasEnded) return reject(new StoreError(43, 'the cursor was lost with its reader'));
      lastId += 1;
      const id = lastId;
      waiting.set(id, { resolve, reject });
      operation.onKill(() => {
        signals.kill(id);
        post({ kind: 'kill', id });
      });
      post(request(id));
    });

  const stream = (cursor: bigint): DocumentStream => {
    let isOpen = true;
    cursors += 1;
    const closed = (): void => {
      if (isOpen) cursors -= 1;
      isOpen = false;
    };
    return {
      nextBatch: async ({ count, bytes }: BatchLimits, operation): Promise<Batch> => {
        const answer = await ask(operation, (id) => ({ kind: 'next', id, cursor, count, bytes }));
        if (answer.kind !== 'batch') throw new Error('a reader answered something else');
        if (answer.isDone) closed();
        return { documents: unpack(answer.documents, answer.ends), isDone: answer.isDone };
      },
      close: () => {
        if (isOpen && !hasEnded) post({ kind: 'close', cursor });
        closed();
      },
    };
  };

  return {
    load: () => waiting.size + cursors,
    isOccupied: () => signals.occupiedBy() !== NOBODY,
    run: (request, operation) => {
      const asked = ask(operation, (id) => ({ kind: 'run', id, ...request }));
      const id = lastId;
      return {
        answer: asked.then((answer) => {
          if (answer.kind !== 'reply') throw new Error('a reader answered something else');
          return answer;
        }),
        takeBack: () => {
          const keeper = signals.occupiedBy();
          if (keeper === NOBODY || keeper === id || !waiting.delete(id)) return false;
          signals.kill(id);
          post({ kind: 'kill', id });
          return true;
        },
      };
    },
    stream,
    rest: async () => {
      await ask({ onKill: () => undefined }, (id) => ({ kind: 'rest', id }));
    },
    resume: () => {
      if (!hasEnded) post({ kind: 'resume' });
    },
    // Bun 1.4.5: a thread that is terminated while it has the file open holds the lock of writers for up to 25 ms.
    close: () => {
      end('the store stops');
      post({ kind: 'end' });
    },
  };
};

/** A fault of ours on the thread, as the server logs its own. */
const faultOf = (message: string, stack: string): Error => {
  const fault = new Error(message);
  fault.stack = stack;
  return fault;
};

const unpack = (documents: Uint8Array, ends: Uint32Array): Uint8Array[] => {
  const list: Uint8Array[] = [];
  let start = 0;
  for (const end of ends) {
    list.push(documents.subarray(start, end));
    start = end;
  }
  return list;
};
