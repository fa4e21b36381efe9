/** How a provider is asked. */
export const PROVIDER_METHODS = ['GET', 'POST'] as const;

/** Whether a provider is believed: one that calls the known good address blocked does not count. */
export const STANDINGS = ['unchecked', 'trusted', 'lies', 'failing'] as const;
export type Standing = (typeof STANDINGS)[number];

/** What stood between a question and its answer, or keeps an answer from counting; the words are `wechat-shield.vote.fault.<fault>`. */
export const VOTE_FAULTS = [
  '',
  // Not asked.
  'lies',
  'quota',
  'cap',
  'rate',
  'key',
  // No answer.
  'refused',
  'no_address',
  'no_connection',
  'timed_out',
  'too_large',
  'tls',
  'redirected',
  'busy',
  // An answer that says nothing.
  'http_status',
  'unreadable',
  'unknown',
  // It says "blocked", and did not say "normal" of the address that is known to be fine.
  'unproved',
] as const;
export type VoteFault = (typeof VOTE_FAULTS)[number];

/** What an operator allows a provider at most: nobody was asked, and nothing is known of the address by it. */
export const OWN_LIMITS: ReadonlySet<VoteFault> = new Set(['quota', 'cap', 'rate']);
