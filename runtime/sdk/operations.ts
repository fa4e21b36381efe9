import type { FileAnswer, Locale, Operation } from '@waypost/contract';
import type { z } from 'zod';
import type { Disposer } from './context.ts';
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
  /** Says how far it is; costs nothing, it is written twice a second. */
  progress(done: number, total?: number): void;
  /** Starts the result file; once. It can be downloaded when the run has ended well. */
  createFile(file: { name: string; type: string }): Promise<OperationFile>;
}

export interface OperationDefinition<S extends z.ZodType> {
  /** What `start` is given; checked again when it is read from the store. */
  input: S;
  /** Ends well, or throws: an AppError's code is what people are told. */
  run(run: OperationRun<z.output<S>>): Promise<void>;
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

/** Operations of every plugin, for the screen that shows them. Ownership is the caller's to check. */
export interface OperationAdministration {
  /** What the owner has going on, and what ended in the last minute; newest first. */
  recent(owner: string): Promise<Operation[]>;
  find(owner: string, ids: readonly string[]): Promise<Operation[]>;
  /** Stops one; it ends within about a second. One that has ended stays as it is. */
  cancel(id: string): Promise<void>;
  /** Starts it again from its input as a new operation of the same owner. Errors: `not_found` 404. */
  retry(id: string, request: SignedRequest): Promise<{ id: string }>;
  /** Errors: `not_found` 404, `operation_file_gone` 410. */
  file(owner: string, id: string): Promise<FileAnswer>;
  /** Deletes the file of an operation that is being removed. */
  discard(id: string): Promise<void>;
  /** Calls `listener` after changes of an owner's operations by any process; undefined: of somebody's. */
  onChange(listener: (owner: string | undefined) => void): Disposer;
}
