import type { Locale } from '@waypost/contract';
import type { z } from 'zod';
import type { Disposer } from './ground.ts';
import type { SignedRequest } from './request.ts';

/** The result of an operation, written piece by piece. */
export interface OperationFile {
  /** @throws AppError `file_too_large` 422, `disk_full` 507 */
  write(piece: string | Uint8Array): Promise<void>;
  /**
   * From now on what has been written stays, together with `state`, however this run ends: the next one of the same operation
   * finds the state as `kept` and the file as it was. `state` is data as JSON has it, some kilobytes at most. It costs a write
   * to the disk and one to the store: once in a second or two is enough.
   * @throws AppError as `write`
   */
  keep(state: unknown): Promise<void>;
}

/**
 * One run of an operation. It may be the second: after a kill, a restart or a cancellation that was taken back. It starts from
 * the beginning, or from what the run before has kept.
 */
export interface OperationRun<I> {
  input: I;
  /** What an earlier run of this operation has kept last; undefined: there is nothing to go on from. */
  kept: unknown;
  /** Account that started it; whatever the run reads, it reads as this account. */
  owner: string;
  locale: Locale;
  translate: (key: string, params?: Record<string, string | number>) => string;
  /** Aborted when it is cancelled, its plugin is switched off or the process stops. */
  signal: AbortSignal;
  /**
   * Says how far it is; costs nothing, it is written twice a second. `leftOut`: how many of those done came to nothing, and
   * are explained in the result file; people are told at the end how many were made, and how many were not.
   */
  progress(done: number, total?: number, leftOut?: number): void;
  /**
   * Starts the result file; once. Where there is something `kept`, it is the file as it was then, and what is written goes
   * behind it. It can be downloaded when the run has ended well.
   */
  createFile(file: { name: string; type: string }): Promise<OperationFile>;
}

export interface OperationDefinition<S extends z.ZodType> {
  /** What `start` is given; checked again when it is read from the store. */
  input: S;
  /** Ends well, or throws: an AppError's code is what people are told. */
  run(run: OperationRun<z.output<S>>): Promise<void>;
  /**
   * Told once it will not be done any more, so that nothing that it was to make looks as if it were still being made: it was
   * cancelled, also before it began, it failed, or it was given up. A run that looks at its signal has ended by then.
   */
  unfinished?(input: z.output<S>): Promise<void>;
}

/** Long work: started by a call that answers 202, seen on the screen async_operations. */
export interface Operations {
  /** Defines a kind of operation of this plugin; kinds are prefixed with the plugin's id. */
  define<S extends z.ZodType>(kind: string, definition: OperationDefinition<S>): Disposer;
  /**
   * Starts one for the caller. `name`: what it is about, in the caller's language.
   * Errors: `too_many_operations` 409 while the caller has five going on.
   */
  start(
    kind: string,
    work: { name: string; input: unknown },
    request: SignedRequest,
  ): Promise<{ id: string }>;
}
