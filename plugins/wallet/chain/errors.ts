import { defineError } from '@waypost/contract';

/** Failures of paying over the chain. Texts: `error.<code>` in `locales/`. */
export const chainErrors = {
  /** Nobody has said where payments go, or there is nobody to ask about the chain. */
  payClosed: defineError({ code: 'wallet.pay_closed', status: 409 }),
  /** The data come out of a backup: what was asked of others since may still be paid to the address that all pay to. */
  payHeld: defineError({ code: 'wallet.pay_held', status: 409 }),
  /** Nobody who tells of the chain could be asked. */
  chainAway: defineError({ code: 'wallet.chain_away', status: 503 }),
  /** It was credited or decided by somebody else. */
  transferOver: defineError({ code: 'wallet.transfer_over', status: 409 }),
  /** An amount outside of what is taken at once. */
  amountBounds: defineError({ code: 'wallet.amount_bounds', status: 422, params: ['least', 'most'] }),
  /** At the address that all pay to each amount near the price is somebody's. */
  amountsTaken: defineError({ code: 'wallet.amounts_taken', status: 409 }),
  /** Payments that are open already. */
  tooManyOpen: defineError({ code: 'wallet.too_many_open', status: 409, params: ['most'] }),
  /** Whoever raised a limit of payouts does not confirm it. */
  raiseOwn: defineError({ code: 'wallet.raise_own', status: 409 }),
  /** So many withdrawals of the network that is set are to be paid, or being verified. */
  networkWithdrawals: defineError({
    code: 'wallet.network_withdrawals',
    status: 409,
    params: ['withdrawals'],
  }),
} as const;
