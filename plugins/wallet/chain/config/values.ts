/** What can be missing before anybody can pay over the chain. */
export const MISSING = ['xpub', 'shared_address', 'provider', 'contract', 'restored'] as const;
export type Missing = (typeof MISSING)[number];
