import { defineError } from '@waypost/contract';

/** Failures of this plugin. Texts: `error.<code>` in `locales/`. */
export const walletErrors = {
  /** The plan costs something else than the buyer was shown, or is not sold any more; `content` is what it costs now. */
  offerChanged: defineError({ code: 'wallet.offer_changed', status: 409, params: ['name'] }),
  /** What is left of the present plan is worth more than the other one costs. */
  planSmaller: defineError({ code: 'wallet.plan_smaller', status: 409, params: ['name'] }),
  /** Something else was bought under the key. */
  keyUsed: defineError({ code: 'wallet.key_used', status: 409 }),
  /** It expired, was cancelled, or ended otherwise. */
  orderOver: defineError({ code: 'wallet.order_over', status: 409, params: ['number'] }),
  /** The membership has changed since the order was made. */
  orderStale: defineError({ code: 'wallet.order_stale', status: 409, params: ['number'] }),
  /** No transfer can be received yet. */
  transferOff: defineError({ code: 'wallet.transfer_off', status: 409 }),
  /** A day is closed when it is over. */
  dayNotOver: defineError({ code: 'wallet.day_not_over', status: 409, params: ['day'] }),
} as const;
