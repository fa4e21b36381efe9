/** Service of the plugin `system`: whether what two accounts do is done by two people. */
export interface Independence {
  /**
   * Until when an account does not count beside others, because one of them has made it, given it rights, a password or money, or
   * taken a factor from it within seven days: ISO; null: it counts.
   */
  heldBackUntil(account: string, others: readonly string[]): Promise<string | null>;
}

/** Name that `Independence` is provided under. */
export const INDEPENDENCE = 'system.independence';
