import { z } from 'zod';

/** Methods of `context.ledger` that only read. */
export const LEDGER_LOOKS = ['balances', 'bill', 'lines', 'span', 'sums', 'standing', 'findHold'] as const;
export const LEDGER_CHANGES = ['transfer', 'placeHold', 'postHold', 'voidHold'] as const;
export type LedgerChange = (typeof LEDGER_CHANGES)[number];

/** What a change is answered with: its receipt, or that the transaction is to be run again, and why. */
export const zLedgerAnswer = z.union([
  z.object({ receipt: z.unknown() }),
  z.object({ conflict: z.string() }),
]);
