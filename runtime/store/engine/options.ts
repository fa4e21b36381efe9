import type { SentCommand } from '../request/context.ts';
import type { ChangeLogLimits } from '../storage/change-log.ts';
import type { Synchronous } from '../storage/connection.ts';
import type { LogSync } from '../storage/log-sync.ts';
import type { Document } from '../value/index.ts';
import type { SlowOperation } from '../work/slow-operations.ts';

export interface StoreOptions {
  /** Directory of the file; it exists. */
  directory: string;
  synchronous: Synchronous;
  limits?: Partial<ChangeLogLimits>;
  /** Size at which the file counts as full; undefined: the disk decides. */
  largestBytes: number | undefined;
  /** Documents from which on it counts as full; undefined: what it was measured for. */
  documentsLimit?: number | undefined;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Milliseconds on a clock that never goes back. */
  monotonic: () => number;
  /** Syncs the write-ahead log; undefined: a thread does with FULL, and nobody with NORMAL. */
  logSync?: LogSync | undefined;
  /** Address of the program of a reader thread. */
  readerThread: string;
  /** Told that the disk did not take what was committed: nothing may be served any more. */
  lost: (cause: unknown) => void;
  /** `shape`: of the command that met the error, names without values. */
  log: (event: string, error: unknown, shape?: string) => void;
  /** Told of each command, and of what its program says of itself. For tests. */
  sent?: ((sent: SentCommand, client: Document) => void) | undefined;
  /** Told of each command that took long. */
  logSlow: (operation: SlowOperation) => void;
}
