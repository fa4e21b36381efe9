import { defineError } from '@waypost/contract';

/** Why nothing is collected. Texts: `error.<code>` beside the screen. */
export const collectionErrors = {
  /** No signer, or it is locked, or signs for another network. */
  signer: defineError({ code: 'wallet.collection_signer', status: 409 }),
  /** The signer has no address to collect to. */
  collect_to: defineError({ code: 'wallet.collection_collect_to', status: 409 }),
  /** The signer collects to another address than the one that is set here. */
  collect_other: defineError({ code: 'wallet.collection_collect_other', status: 409 }),
  /** The signer has no key of the account that pays for it. */
  fee_account: defineError({ code: 'wallet.collection_fee_account', status: 409 }),
  /** One goes on already. */
  running: defineError({ code: 'wallet.collection_running', status: 409 }),
} as const;
