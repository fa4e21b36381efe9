/** `waiting` for an operator, `approved` and on the balance, `refused` with a reason. */
export const BANK_STATES = ['waiting', 'approved', 'refused'] as const;
export type BankState = (typeof BANK_STATES)[number];

/** Bank transfers that one person has said and nobody has decided of. */
export const MOST_WAITING = 5;
