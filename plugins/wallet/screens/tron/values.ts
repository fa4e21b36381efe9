import { RemoveStatus } from '@waypost/contract';

/** `seed`, `private_key`, `xpub` as the signer keeps them; `deposit`: an address of a key that an order is paid to. */
export const ACCOUNT_KINDS = ['seed', 'private_key', 'xpub', 'deposit'] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/** `remove_status` of an account, as docs/http.md tells it. */
export const REMOVE_STATUSES = Object.values(RemoveStatus);

/** How the signer is, in words: `wallet.signer.<state>`. */
export const SIGNER_STATES = ['open', 'locked', 'no_master_key', 'away'] as const;
/** Why it is locked: `wallet.signer.locked.<reason>`. */
export const LOCK_REASONS = ['master_key', 'chain', 'store'] as const;
