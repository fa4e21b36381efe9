import type { LedgerStanding, LedgerSums } from '@waypost/sdk';
import type { TransferState } from '../chain/values.ts';
import { DEPOSIT_TYPE } from '../chain/watching/book-transfer.ts';
import { PAYOUTS } from '../withdrawals/verify-payouts.ts';
import type { ClosingFault, Figures } from './values.ts';

/** What of a transfer a closing asks. */
export interface SeenTransfer {
  state: TransferState;
  /** Money of ours, smallest units. */
  received: string;
  create_time: Date;
  credited_time: Date | null;
}

/** Moments of a day: the first, and the first behind it. */
export interface DaySpan {
  from: Date;
  until: Date;
}

/** What the signer has sent in a day, by the chain's clock; and what is on its way when it is asked. */
export interface SentSums {
  /** Of withdrawals, and of it what is not booked as paid by these transactions. */
  sent_out: bigint;
  sent_difference: bigint;
  collected: bigint;
  /** All that was burned, also by what failed; sun. */
  sent_fees: bigint;
  on_the_way: bigint;
}

/** Sums of transfers; what became of one is told by its state and by whether it was ever credited. */
export function transferSums(day: DaySpan) {
  const sums = { received: 0n, credited: 0n, unmatched: 0n, set_aside: 0n, written_off: 0n };
  let creditedInDay = 0n;
  const isInDay = (time: Date) => time >= day.from && time < day.until;
  return {
    /** Adds one that was seen or credited in the day; others change nothing. */
    add({ state, received, create_time, credited_time }: SeenTransfer): void {
      const amount = BigInt(received);
      const wasCredited = credited_time !== null;
      if (wasCredited && isInDay(credited_time)) creditedInDay += amount;
      if (!isInDay(create_time)) return;
      const isSetAside = state === 'not_ours' && !wasCredited;
      if (wasCredited) sums.credited += amount;
      if (state === 'unmatched') sums.unmatched += amount;
      if (isSetAside) sums.set_aside += amount;
      // It was gone, and somebody has corrected the balance.
      if (state === 'not_ours' && wasCredited) sums.written_off += amount;
      if (state === 'credited' || state === 'unmatched' || isSetAside) sums.received += amount;
    },
    figures() {
      const { received, credited, unmatched, set_aside, written_off } = sums;
      return {
        ...sums,
        chain_difference: received + written_off - credited - unmatched - set_aside,
        credited_in_day: creditedInDay,
      };
    },
  };
}

/** The figures of a day, and what of them does not add up. */
export function figuresOf({
  transfers,
  sums,
  sent,
  standing,
}: {
  transfers: ReturnType<ReturnType<typeof transferSums>['figures']>;
  sums: LedgerSums;
  sent: SentSums;
  standing: LedgerStanding;
}): { figures: Figures; faults: ClosingFault[] } {
  const total = (of: 'billed' | 'booked') => sums.changes.reduce((sum, one) => sum + BigInt(one[of]), 0n);
  const deposited = BigInt(sums.changes.find(({ type }) => type === DEPOSIT_TYPE)?.billed ?? '0');
  const paidOut = BigInt(sums.counters.find(({ account }) => account === PAYOUTS)?.amount ?? '0');
  const figures = {
    ...transfers,
    deposited,
    deposits_difference: transfers.credited_in_day - deposited,
    changes: total('billed'),
    // Kind by kind: what is too much of one and too little of another is a difference, too.
    bills_difference: sums.changes.reduce((sum, { billed, booked }) => {
      const apart = BigInt(booked) - BigInt(billed);
      return sum + (apart < 0n ? -apart : apart);
    }, 0n),
    paid_out: paidOut,
    ...sent,
    available: BigInt(standing.available),
    balances_difference: BigInt(standing.available) - BigInt(standing.billed),
    held: BigInt(standing.held),
    holds_difference: BigInt(standing.held) - BigInt(standing.holds),
  };
  const broken: readonly [ClosingFault, boolean][] = [
    ['chain', figures.chain_difference !== 0n],
    ['deposits', figures.deposits_difference !== 0n],
    ['bills', figures.bills_difference !== 0n],
    ['entries', sums.unbalanced.length > 0],
    ['sent', figures.sent_difference !== 0n],
    ['balances', figures.balances_difference !== 0n],
    ['holds', figures.holds_difference !== 0n],
  ];
  return {
    figures: Object.fromEntries(
      Object.entries(figures).map(([name, figure]) => [name, String(figure)]),
    ) as Figures,
    faults: broken.filter(([, isBroken]) => isBroken).map(([fault]) => fault),
  };
}
