/** What became of a password that a visitor typed. `locked`: seconds until they may try again. */
export type PasswordVerdict = 'right' | 'wrong' | { locked: number };

/** Looks at passwords of links, and knows what was tried and used up in every process. */
export interface LinkPasswords {
  /**
   * @param attempt.link id of the link, 24 hex digits
   * @param attempt.address of the visitor
   * @throws when it cannot be said now: the store is away, or too many wait for their turn to hash
   */
  look(attempt: {
    link: string;
    hash: string;
    password: string;
    address: string;
    signal: AbortSignal;
  }): Promise<PasswordVerdict>;
  /** Whether nobody has used this name before. `until`: when nobody can use it any more. */
  useOnce(name: string, until: Date): Promise<boolean>;
}
