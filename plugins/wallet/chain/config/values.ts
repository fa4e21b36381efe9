/** What can be missing before anybody can pay over the chain. */
export const MISSING = ['xpub', 'shared_address', 'provider', 'contract', 'restored'] as const;
export type Missing = (typeof MISSING)[number];

/** Limits of what is paid out: whoever raises one could do the work of two. */
export const PAYOUT_LIMITS = ['withdraw_daily', 'withdraw_two_people'] as const;

/** A limit that was raised. Until `until` what was in force before still is. */
export interface Raise {
  limit: (typeof PAYOUT_LIMITS)[number];
  before: string;
  until: Date;
  /** Account that raised it. */
  by: string;
}
