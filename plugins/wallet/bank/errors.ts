import { defineError } from '@waypost/contract';

/** Failures of top-ups by bank. Texts: `error.<code>` in `locales/`. */
export const bankErrors = {
  /** No operator has switched it on. */
  off: defineError({ code: 'wallet.bank_off', status: 409 }),
  /** So many of the caller's wait already. */
  tooMany: defineError({ code: 'wallet.bank_too_many', status: 409, params: ['most'] }),
  /** Nobody decides of their own. */
  own: defineError({ code: 'wallet.bank_own', status: 409 }),
  /** Somebody has decided otherwise. */
  over: defineError({ code: 'wallet.bank_over', status: 409, params: ['number'] }),
  /** Another one with the same reference was approved, which the operator has not seen. */
  referenceApproved: defineError({ code: 'wallet.bank_reference_approved', status: 409, params: ['number'] }),
} as const;
