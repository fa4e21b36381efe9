import { z } from 'zod';

/** `balanced`: all of it adds up. */
export const CLOSING_STATES = ['balanced', 'different'] as const;

/** Topic of days that were just closed, for whoever has pressed. */
export const CLOSING_TOPIC = 'wallet.closing';
export const zClosingEvent = z.object({ day: z.iso.date(), state: z.enum(CLOSING_STATES) });

/**
 * What does not add up. `chain`: what came over the chain is not what was credited, what waits and what was set aside;
 * `deposits`: the ledger has booked other deposits than were seen; `bills`: bills say otherwise than the journal; `entries`: an entry of
 * the journal does not sum up to 0; `sent`: the signer has paid withdrawals that are not booked; `balances`, `holds`: what people have, or what is set aside, does not follow from bills and holds.
 */
export const CLOSING_FAULTS = ['chain', 'deposits', 'bills', 'entries', 'sent', 'balances', 'holds'] as const;
export type ClosingFault = (typeof CLOSING_FAULTS)[number];

/** A sum of many amounts, smallest units: it may have more digits than one of them. */
export const zSum = z.string().regex(/^(?:0|-?[1-9]\d{0,39})$/);

/** Figures of a day, in the order in which they are shown. */
export const CHAIN_FIGURES = [
  'received',
  'credited',
  'unmatched',
  'set_aside',
  'written_off',
  'chain_difference',
] as const;
export const LEDGER_FIGURES = [
  'credited_in_day',
  'deposited',
  'deposits_difference',
  'changes',
  'bills_difference',
  'paid_out',
] as const;
/** Of these `sent_fees` is in TRX. */
export const SENT_FIGURES = ['sent_out', 'sent_difference', 'collected', 'sent_fees', 'on_the_way'] as const;
export const STANDING_FIGURES = ['available', 'balances_difference', 'held', 'holds_difference'] as const;
export const FIGURES = [...CHAIN_FIGURES, ...LEDGER_FIGURES, ...SENT_FIGURES, ...STANDING_FIGURES] as const;
export type Figure = (typeof FIGURES)[number];
export type Figures = Record<Figure, string>;
