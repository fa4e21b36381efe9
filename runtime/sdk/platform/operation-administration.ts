import type { FileAnswer, Operation } from '@waypost/contract';
import type { Disposer } from '../ground.ts';
import type { SignedRequest } from '../request.ts';

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
