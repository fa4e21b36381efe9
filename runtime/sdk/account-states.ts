/** Service of the plugin `system`: whether people still have what they were given. */
export interface AccountStates {
  /** Whether an account is there, enabled and not in the bin. */
  isActive(account: string): Promise<boolean>;
  /** Account names by id, those in the bin included; ids that nobody has are left out. Since 1.1. */
  names(accounts: readonly string[]): Promise<Record<string, string>>;
  /**
   * Whether an account is a customer's or an agent's, not in the bin; with `superior` also whether it stands below that one,
   * however far. Since 1.2.
   */
  isCustomer(account: string, superior?: string): Promise<boolean>;
  /**
   * How many of the platform's domains an account may have, as an operator set it; null: nobody has, also for an account that
   * is not there. Since 1.3.
   */
  domainQuota(account: string): Promise<number | null>;
  /** E-mail addresses of accounts by id; whoever has none, is disabled or lies in the bin is left out. Since 1.4. */
  emails(accounts: readonly string[]): Promise<Record<string, string>>;
  /**
   * Account names and phones by id, those in the bin included; ids that nobody has are left out. Since 1.5; with the name that
   * people have beside the account since 1.6.
   */
  contacts(
    accounts: readonly string[],
  ): Promise<Record<string, { account: string; phone: string; name?: string }>>;
  /**
   * Ids of those whose account, name or phone begins with a text, those in the bin included: first whose account it is exactly,
   * then any; at most `most`. Since 1.5.
   */
  find(text: string, most: number): Promise<string[]>;
}

/** Name that `AccountStates` is provided under. */
export const ACCOUNT_STATES = 'system.account_states';
