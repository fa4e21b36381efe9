import type { Failure, Issue } from '@waypost/contract';

/** A call was refused: what a program is answered. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused';
  /** HTTP status. */
  readonly status: number;
  /** Stable code, such as `invalid_input`. */
  readonly code: string;
  /** Faults of the body, each with its path. */
  readonly errors: readonly Issue[];
  /** What some refusals bring along, such as the present row of `stale_version`. */
  readonly content: unknown;

  /** @param fault what the log says of an `internal` one, which callers are not told */
  constructor(call: string, status: number, failure: Failure, fault?: string) {
    super(`${call}: ${failure.code}: ${fault ?? failure.message}`);
    this.status = status;
    this.code = failure.code;
    this.errors = failure.errors;
    this.content = failure.content;
  }
}
