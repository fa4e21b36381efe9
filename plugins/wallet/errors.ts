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
  /** It is not paid, or put money onto the balance, where it is. */
  notRefundable: defineError({ code: 'wallet.not_refundable', status: 409, params: ['number'] }),
  /** The money is back already. */
  orderRefunded: defineError({ code: 'wallet.order_refunded', status: 409, params: ['number'] }),
  /** Another order stands on the membership that this one gave: it has to go first. */
  refundLater: defineError({ code: 'wallet.refund_later', status: 409, params: ['number', 'later'] }),
  /** What would be given back is another sum by now; `content` is what it is. */
  refundChanged: defineError({ code: 'wallet.refund_changed', status: 409, params: ['number'] }),
  /** Nothing is left of what was bought. */
  refundNothing: defineError({ code: 'wallet.refund_nothing', status: 409, params: ['number'] }),
  /** There is no receipt of what is not paid. */
  receiptUnpaid: defineError({ code: 'wallet.receipt_unpaid', status: 409, params: ['number'] }),
  /** It is paid, or over: there is nothing to cancel. */
  notCancellable: defineError({ code: 'wallet.not_cancellable', status: 409, params: ['number'] }),
  /** A payment for it was seen and waits for its blocks. */
  orderPaying: defineError({ code: 'wallet.order_paying', status: 409, params: ['number'] }),
  /** No transfer can be received yet. */
  transferOff: defineError({ code: 'wallet.transfer_off', status: 409 }),
  /** Nobody pays their own balance out. */
  payOutOwn: defineError({ code: 'wallet.pay_out_own', status: 409 }),
  /** Some of it is on hold for a withdrawal. */
  payOutHeld: defineError({ code: 'wallet.pay_out_held', status: 409 }),
  /** The balance is another than the one that was shown. */
  payOutChanged: defineError({ code: 'wallet.pay_out_changed', status: 409 }),
  /** A day is closed when it is over. */
  dayNotOver: defineError({ code: 'wallet.day_not_over', status: 409, params: ['day'] }),
} as const;
