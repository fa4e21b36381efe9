import type { FileAnswer, Operation } from '@waypost/contract';
import type { Disposer } from '../ground.ts';
import type { SignedRequest } from '../request.ts';
import type { FileStore } from '../stored-files.ts';

/** Storages that results may be kept in, so that every machine hands them over. */
export interface ResultPlaces {
  /** Id of the one that results go to now; undefined: none, they stay on the machine that makes them. */
  current(): Promise<string | undefined>;
  /** Errors: `not_found` 404: it is none any more, and what was there is nobody's. */
  open(id: string): Promise<FileStore>;
}

/** Operations of every plugin, for the screen that shows them. Ownership is the caller's to check. */
export interface OperationAdministration {
  /** What the owner has going on, and what ended in the last minute; newest first. */
  recent(owner: string): Promise<Operation[]>;
  find(owner: string, ids: readonly string[]): Promise<Operation[]>;
  /** Stops one; it ends within about a second. One that has ended stays as it is. */
  cancel(id: string): Promise<void>;
  /**
   * Starts one that did not complete again: from what its run has kept as itself, and still its owner's; else from its input as
   * a new one of the caller. `renew`: by kind, where the input says with whose rights it reads, the input for the caller.
   * It takes what beginning it took: the right, the reach of whoever began it where `renew` says nothing, and a code of the
   * second factor where that took one.
   * Errors: `not_found` 404, `forbidden`, `acting_refused`, `second_factor_required` and `second_factor_wrong` 403, `locked_out`
   * 429, `too_many_operations` 409, and what `renew` throws.
   */
  retry(
    id: string,
    request: SignedRequest,
    renew?: Readonly<Record<string, (input: unknown, request: SignedRequest) => Promise<unknown>>>,
  ): Promise<{ id: string }>;
  /** Errors: `not_found` 404, `operation_file_gone` 410, and what a storage refuses with. */
  file(owner: string, id: string): Promise<FileAnswer>;
  /** Deletes the file of an operation that is being removed. */
  discard(id: string): Promise<void>;
  /** From now on results are kept where `places` says. Dispose it with the plugin. */
  keepResults(places: ResultPlaces): Disposer;
  /** Calls `listener` after changes of an owner's operations by any process; undefined: of somebody's. */
  onChange(listener: (owner: string | undefined) => void): Disposer;
}
