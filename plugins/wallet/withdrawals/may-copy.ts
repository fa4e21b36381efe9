import type { Phase } from './values.ts';

/** Approved, and paid by nobody yet or by somebody: what is copied now is sent. */
const TO_BE_PAID: readonly Phase[] = ['approved', 'paying', 'prepared', 'undecided'];

/** Nobody has decided yet, or the signer has sent it: it is looked at, and not paid. */
const TO_BE_READ: readonly Phase[] = ['waiting', 'one_approval', 'signed', 'broadcast'];

/**
 * How receiver and amount of a withdrawal are shown to those who decide. `copy`: with a button that copies them; `read`: whole,
 * to be compared; `part`: too little to pay by, so that nobody pays who has not said so.
 */
export function payableAs({ phase, is_mine }: { phase: Phase; is_mine: boolean }): 'copy' | 'read' | 'part' {
  if (TO_BE_PAID.includes(phase)) return phase === 'paying' && is_mine ? 'copy' : 'part';
  return TO_BE_READ.includes(phase) ? 'read' : 'copy';
}

const HEAD = 6;
const TAIL = 6;
/** An address by its beginning and its end. */
export const partOf = (address: string): string => `${address.slice(0, HEAD)}…${address.slice(-TAIL)}`;
