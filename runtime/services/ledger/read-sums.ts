import { DEFAULT_CURRENCY } from '@waypost/contract';
import type { Ledger, LedgerStanding, LedgerSums, Session } from '@waypost/sdk';
import type { Connection } from 'mongoose';
import { type JournalDocument, type LedgerCollections, WHOLE } from './ledger-collections.ts';

/** Entries that are named of those that are wrong. */
const MOST_NAMED = 20;

interface Kind {
  lines: number;
  billed: bigint;
  booked: bigint;
}

/** What was booked in a span, entry by entry: nothing of it is in memory as a whole. The words are in the SDK's type. */
export async function readSums(
  { bills, journal }: LedgerCollections,
  { from, until, currency = DEFAULT_CURRENCY }: Parameters<Ledger['sums']>[0],
): Promise<LedgerSums> {
  const time = { $gte: new Date(from), $lt: new Date(until) };
  const kinds = new Map<string, Kind>();
  const kindOf = (type: string): Kind => {
    const kind = kinds.get(type) ?? { lines: 0, billed: 0n, booked: 0n };
    kinds.set(type, kind);
    return kind;
  };
  for await (const { type, change } of bills.find(
    { currency, time },
    { ...WHOLE, projection: { type: 1, change: 1 } },
  )) {
    const kind = kindOf(type);
    kind.lines += 1;
    kind.billed += change;
  }
  const sums = { entries: 0, available: 0n, held: 0n };
  const counters = new Map<string, bigint>();
  const unbalanced: string[] = [];
  for await (const entry of journal.find({ time }, WHOLE)) {
    const postings = entry.postings.filter((one) => one.currency === currency);
    if (postings.length === 0) continue;
    sums.entries += 1;
    let rest = 0n;
    for (const { account, part, amount } of postings) {
      rest += amount;
      if (part === 'counter') counters.set(account, (counters.get(account) ?? 0n) + amount);
      else sums[part] += amount;
    }
    kindOf(entry.type).booked += availableOf(postings);
    if (rest !== 0n && unbalanced.length < MOST_NAMED) unbalanced.push(entry._id);
  }
  return {
    entries: sums.entries,
    changes: [...kinds]
      .map(([type, { lines, billed, booked }]) => ({
        type,
        lines,
        billed: String(billed),
        booked: String(booked),
      }))
      .sort((one, other) => (one.type < other.type ? -1 : 1)),
    available: String(sums.available),
    held: String(sums.held),
    unbalanced,
    counters: [...counters]
      .map(([account, amount]) => ({ account, amount: String(amount) }))
      .sort((one, other) => (one.account < other.account ? -1 : 1)),
  };
}

const availableOf = (postings: JournalDocument['postings']): bigint =>
  postings.reduce((sum, { part, amount }) => (part === 'available' ? sum + amount : sum), 0n);

type StandingQuery = NonNullable<Parameters<Ledger['standing']>[0]>;

/** What everybody has, and what it follows from, in one view of the store: whoever pays meanwhile is in all of it or in nothing. */
export async function readStanding(
  { connection, ledger }: { connection: Pick<Connection, 'startSession'>; ledger: LedgerCollections },
  query: StandingQuery,
): Promise<LedgerStanding> {
  const session = await connection.startSession();
  try {
    return await session.withTransaction(() => sumAll(ledger, query, session), {
      readConcern: { level: 'snapshot' },
    });
  } finally {
    await session.endSession();
  }
}

async function sumAll(
  { balances, bills, holds }: LedgerCollections,
  { currency = DEFAULT_CURRENCY, until, known }: StandingQuery,
  session: Session,
): Promise<LedgerStanding> {
  const inView = { session, ...WHOLE };
  let [accounts, available, held, open] = [0, 0n, 0n, 0n];
  for await (const balance of balances.find({ currency }, inView)) {
    accounts += 1;
    available += balance.available;
    held += balance.held;
  }
  // By account, so that no sum that the store makes is larger than what somebody may have.
  const sumOf = async (time: { $gte?: Date; $lt?: Date }) => {
    const match = Object.keys(time).length === 0 ? { currency } : { currency, time };
    const byAccount = bills.aggregate<{ sum: bigint | number }>(
      [{ $match: match }, { $group: { _id: '$account', sum: { $sum: '$change' } } }],
      inView,
    );
    let all = 0n;
    for await (const { sum } of byAccount) all += BigInt(sum);
    return all;
  };
  const since = known === undefined ? {} : { $gte: new Date(known.until) };
  const before = BigInt(known?.billed ?? 0);
  const border = until === undefined ? undefined : new Date(until);
  const billedUntil = before + (await sumOf(border === undefined ? since : { ...since, $lt: border }));
  const billed = border === undefined ? billedUntil : billedUntil + (await sumOf({ $gte: border }));
  for await (const { amount } of holds.find({ currency, state: 'held' }, inView)) open += amount;
  return {
    accounts,
    available: String(available),
    held: String(held),
    billed: String(billed),
    holds: String(open),
    billed_until: String(billedUntil),
  };
}
