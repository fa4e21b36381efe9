import type { Locale } from '@waypost/contract';
import type { z } from 'zod';
import type { Disposer } from './ground.ts';
import type { SignedRequest } from './request.ts';

/** The result of an operation, written piece by piece. */
export interface OperationFile {
  /** @throws AppError `file_too_large` */
  write(piece: string | Uint8Array): Promise<void>;
}

/** One run of an operation. It may be the second: a run whose process was killed starts from the beginning. */
export interface OperationRun<I> {
  input: I;
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
  /** Starts the result file; once. It can be downloaded when the run has ended well. */
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
