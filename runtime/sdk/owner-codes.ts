/** Service of the plugin `qr`: what becomes of somebody's codes when the account is switched off and on. */
export interface OwnerCodes {
  /** How many codes an account has that a freeze would reach. */
  count(owner: string): Promise<number>;
  /**
   * Freezes what is not frozen yet, and remembers that it was this; safe to repeat. Answers how many were frozen.
   * `by`: account id of the operator.
   */
  freeze(input: { owner: string; reason: string; by: string }): Promise<number>;
  /** Lifts what `freeze` froze for the account, and nothing else. Answers how many. */
  lift(owner: string): Promise<number>;
  /**
   * Moves what is not in the bin into it, where whoever opens the account again finds it; safe to repeat. Nobody else is
   * asked: no plugin can hold a code back from a person who leaves. Answers how many. `by`: account id.
   */
  bin(input: { owner: string; by: string }): Promise<number>;
  /**
   * Lets the codes of an account answer nobody for now, those that it makes meanwhile too: visitors read that the link is
   * paused. Versions and histories of codes stay as they are; safe to repeat. Answers how many were changed. Since 1.2.
   */
  pause(owner: string): Promise<number>;
  /** Lets them answer again. Answers how many were changed. Since 1.2. */
  resume(owner: string): Promise<number>;
}

/** Name that `OwnerCodes` is provided under. */
export const OWNER_CODES = 'qr.owner_codes';

/** The versions that this interface describes. */
export const OWNER_CODES_VERSIONS = '^1.1';
