/** What the server asks of a reader thread. Encoded documents cross as bytes. */
export type ReaderRequest =
  /** `signals`: shared memory through which a thread hears while it computes; see signals.ts. */
  | { kind: 'open'; file: string; signals: SharedArrayBuffer }
  | {
      kind: 'run';
      id: number;
      name: string;
      database: string;
      /** The command's BSON. */
      command: Uint8Array;
      /** Milliseconds since 1970: `$$NOW`. */
      now: number;
      /** Milliseconds that the command has taken before it came here. */
      elapsed: number;
      /** The number the cursor gets when the answer does not hold everything. */
      cursor: bigint;
    }
  | { kind: 'next'; id: number; cursor: bigint; count: number | undefined; bytes: number }
  | { kind: 'close'; cursor: bigint }
  | { kind: 'kill'; id: number }
  /** Let the pinned state go and read nothing until `resume`, so that the write-ahead log can be emptied. */
  | { kind: 'rest'; id: number }
  | { kind: 'resume' }
  /** Close the file: the thread is about to be ended. */
  | { kind: 'end' };

/** What a reader thread answers. */
export type ReaderAnswer =
  | { kind: 'resting'; id: number }
  /** The file is closed. */
  | { kind: 'ended' }
  | { kind: 'reply'; id: number; reply: Uint8Array; isCursorOpen: boolean }
  /** A batch: documents one after the other, and where each ends. */
  | { kind: 'batch'; id: number; documents: Uint8Array; ends: Uint32Array; isDone: boolean }
  | {
      kind: 'failure';
      id: number;
      code: number;
      message: string;
      /** Encoded further fields of the answer. */
      details: Uint8Array | undefined;
      /** Where it happened, when it is no refusal but a fault of ours. */
      stack: string | undefined;
    };
