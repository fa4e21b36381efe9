import type { Session } from '@waypost/sdk';
import type { Connection } from 'mongoose';
import {
  type BalanceDocument,
  type BillDocument,
  type JournalDocument,
  type LedgerCollections,
  WHOLE,
} from './ledger-collections.ts';
import { billFault, entryFault } from './ledger-faults.ts';

export interface LedgerVerdict {
  /** Balances that there are, and entries of the journal. */
  balances: number;
  entries: number;
  /** One sentence each, in English, for the operator; the first twenty. */
  faults: string[];
}

const MOST_FAULTS = 20;
/** Entries whose lines are looked up at once. */
const PORTION = 500;

interface VerifyOptions {
  connection: Pick<Connection, 'startSession'>;
  ledger: LedgerCollections;
}

/**
 * Whether bills follow from the journal, balances from bills and holds, and every entry sums up to 0. All is walked once, in
 * portions; what does not fit then is looked at again within one transaction, as somebody may have been writing meanwhile.
 */
export async function verifyLedger(options: VerifyOptions): Promise<LedgerVerdict> {
  const { ledger } = options;
  const faults: string[] = [];
  const tell = (fault: string | undefined) => {
    if (fault !== undefined && faults.length < MOST_FAULTS) faults.push(fault);
  };

  const { suspects, ends, orphans } = await walkBills(ledger);
  for (const id of orphans) tell(`the entry ${id} of the journal is gone, a bill has its line`);
  const held = new Map<string, bigint>();
  for await (const { account, currency, amount } of ledger.holds.find({ state: 'held' }, WHOLE))
    held.set(`${account}/${currency}`, (held.get(`${account}/${currency}`) ?? 0n) + amount);
  let balances = 0;
  for await (const balance of ledger.balances.find({}, WHOLE)) {
    balances += 1;
    if (!doesFit(balance, ends.get(balance._id), held.get(balance._id))) suspects.add(balance._id);
    ends.delete(balance._id);
    held.delete(balance._id);
  }
  for (const id of [...ends.keys(), ...held.keys()]) suspects.add(id);
  for (const id of suspects) tell(await inOneView(options, (session) => balanceFault(ledger, id, session)));

  let entries = 0;
  let portion: JournalDocument[] = [];
  const look = async () => {
    for (const id of await suspectEntries(ledger, portion))
      tell(await inOneView(options, (session) => oneEntryFault(ledger, id, session)));
    portion = [];
  };
  for await (const entry of ledger.journal.find({}, WHOLE).sort({ _id: 1 })) {
    entries += 1;
    portion.push(entry);
    if (portion.length === PORTION) await look();
  }
  await look();
  return { balances, entries, faults };
}

type End = Pick<BillDocument, 'seq' | 'after'>;

/**
 * The newest line of each bill, the bills with a line that does not follow from the one before, and entries that lines name
 * and the journal has not: both are written at once, so that nobody's writing makes such a one.
 */
async function walkBills({ bills, journal }: LedgerCollections) {
  const ends = new Map<string, End>();
  const suspects = new Set<string>();
  const orphans = new Set<string>();
  let named = new Set<string>();
  const look = async () => {
    const found = journal.find({ _id: { $in: [...named] } }, { projection: { _id: 1 } });
    for await (const { _id } of found) named.delete(_id);
    for (const id of named) orphans.add(id);
    named = new Set();
  };
  for await (const line of bills.find({}, WHOLE).sort({ account: 1, currency: 1, seq: 1 })) {
    const id = `${line.account}/${line.currency}`;
    if (billFault(line, ends.get(id)) !== undefined) suspects.add(id);
    ends.set(id, { seq: line.seq, after: line.after });
    named.add(line.journal);
    if (named.size === PORTION) await look();
  }
  await look();
  return { ends, suspects, orphans };
}

function doesFit(balance: BalanceDocument, end: End | undefined, held = 0n): boolean {
  const { available, seq } = balance;
  return (
    available >= 0n && balance.held === held && available === (end?.after ?? 0n) && seq === (end?.seq ?? 0)
  );
}

async function balanceFault(
  { balances, bills, holds }: LedgerCollections,
  id: string,
  session: Session,
): Promise<string | undefined> {
  const [account, currency] = id.split('/') as [string, BalanceDocument['currency']];
  const inView = { session, ...WHOLE };
  let end: End | undefined;
  for await (const line of bills.find({ account, currency }, inView).sort({ seq: 1 })) {
    const fault = billFault(line, end);
    if (fault !== undefined) return `the bill of ${account} in ${currency}: ${fault}`;
    end = line;
  }
  const balance = await balances.findOne({ _id: id }, inView);
  if (balance === null) return `${account} has a bill or a hold in ${currency}, and no balance`;
  const open = await holds.find({ account, currency, state: 'held' }, inView).toArray();
  const held = open.reduce((sum, { amount }) => sum + amount, 0n);
  if (doesFit(balance, end, held)) return undefined;
  return `the balance of ${account} in ${currency} is ${balance.available} and ${balance.held} held; by its bill and holds it is ${end?.after ?? 0n} and ${held}`;
}

async function suspectEntries(
  { bills }: LedgerCollections,
  entries: readonly JournalDocument[],
): Promise<string[]> {
  const lines = await bills.find({ journal: { $in: entries.map(({ _id }) => _id) } }, WHOLE).toArray();
  const byEntry = Map.groupBy(lines, ({ journal }) => journal);
  return entries
    .filter((entry) => entryFault(entry, byEntry.get(entry._id) ?? []) !== undefined)
    .map(({ _id }) => _id);
}

async function oneEntryFault({ bills, journal }: LedgerCollections, id: string, session: Session) {
  const inView = { session, ...WHOLE };
  const entry = await journal.findOne({ _id: id }, inView);
  if (entry === null) return `the entry ${id} of the journal is gone`;
  const fault = entryFault(entry, await bills.find({ journal: id }, inView).toArray());
  return fault === undefined ? undefined : `the entry ${id} of the journal: ${fault}`;
}

async function inOneView<T>(
  { connection }: VerifyOptions,
  look: (session: Session) => Promise<T>,
): Promise<T> {
  const session = await connection.startSession();
  try {
    return await session.withTransaction(() => look(session), { readConcern: { level: 'snapshot' } });
  } finally {
    await session.endSession();
  }
}
