import { StoreError } from '../value/errors.ts';

/** Looks at the clock on behalf of work that nothing can interrupt: an expression over one document. */
export interface Effort {
  /** Another document begins: what bounds the work on one starts anew. */
  begin(): void;
  /** Whether others should be let run now. */
  isSpent(): boolean;
  /**
   * `looks`: how many are due, more than one when much is about to be done in one go.
   * @throws StoreError (50, 146, 262, 11601) when the work must end here.
   */
  look(looks?: number): void;
}

/** Steps between two looks: some microseconds of work. */
const STEPS = 512;

// Evaluation runs without interruption, so that whoever evaluates now is noted here.
let current: Effort | undefined;
let left = STEPS;

/** Does `work`, whose steps are counted for `effort`. */
export const within = <Result>(effort: Effort, work: () => Result): Result => {
  if (current === effort) {
    effort.begin();
    return work();
  }
  const outer = current;
  current = effort;
  effort.begin();
  try {
    return work();
  } finally {
    current = outer;
  }
};

/** To be called by whatever repeats something as often as a client likes. A step is an operator, an element, 16 characters. */
export const spend = (steps = 1): void => {
  left -= steps;
  if (left > 0) return;
  const looks = 1 + Math.floor(-left / STEPS);
  left = STEPS;
  current?.look(looks);
};

/** To be called now and then by what was spent beforehand, while it is being done. */
export const breathe = (): void => current?.look(0);

/** Another document is looked at in the same go. */
export const beginDocument = (): void => current?.begin();

/** Whether others should be let run before the next document. */
export const isOverdue = (): boolean => current?.isSpent() === true;

/** Memory that one operator's result may take, as far as it can be told beforehand. MongoDB's buffers hold 64 MB. */
const LARGEST_RESULT_BYTES = 64 * 1024 * 1024;

/** Refuses a result before it is made. @throws StoreError 146 */
export const checkSize = (name: string, bytes: number): void => {
  if (bytes <= LARGEST_RESULT_BYTES) return;
  throw new StoreError(
    146,
    `${name} would use too much memory (${Math.round(bytes)} bytes). Memory limit: ${LARGEST_RESULT_BYTES} bytes`,
  );
};
