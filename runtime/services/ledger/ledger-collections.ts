import type { Currency } from '@waypost/contract';
import type { LedgerHold, LedgerReceipt, Session } from '@waypost/sdk';
import type { Collection, Connection, mongo } from 'mongoose';
import { gatherIndexes } from '../../storage/index.ts';
import { createRecent, type Recent } from './recent.ts';
import { type LedgerWrite, writeAtOnce } from './write-at-once.ts';

/** What somebody has of one currency; amounts are kept as whole numbers of 64 bits. */
export interface BalanceDocument {
  /** `<account>/<currency>` */
  _id: string;
  account: string;
  currency: Currency;
  available: bigint;
  held: bigint;
  /** Of the newest line of the bill. */
  seq: number;
  /** Raised by whatever counts on this balance staying as it was read: it and a change of the balance at once conflict. */
  guard?: number;
}

/** Where the money of a posting is: people's is available or held; counter accounts have one place. */
export type Part = 'available' | 'held' | 'counter';

/** An entry of the journal; nothing ever changes one. */
export interface JournalDocument {
  _id: string;
  plugin: string;
  type: string;
  postings: { account: string; part: Part; currency: Currency; amount: bigint }[];
  remark: string;
  hold: string | null;
  actor: { id: string; account: string } | null;
  time: Date;
}

/** What one entry did to what somebody has available. */
export interface BillDocument {
  _id: string;
  account: string;
  currency: Currency;
  seq: number;
  plugin: string;
  type: string;
  before: bigint;
  change: bigint;
  after: bigint;
  remark: string;
  journal: string;
  time: Date;
}

/** A key that was used: what was asked for, and what was answered. */
export interface KeyDocument {
  /** `<plugin>/<key>` */
  _id: string;
  /** SHA-256 of what was asked for. */
  hash: string;
  answer: Omit<LedgerReceipt, 'isRepeated'>;
  time: Date;
}

export interface HoldDocument {
  _id: string;
  plugin: string;
  account: string;
  currency: Currency;
  amount: bigint;
  state: LedgerHold['state'];
  time: Date;
  end_time: Date | null;
}

export interface LedgerCollections {
  balances: Collection<BalanceDocument>;
  journal: Collection<JournalDocument>;
  bills: Collection<BillDocument>;
  keys: Collection<KeyDocument>;
  holds: Collection<HoldDocument>;
  /** Keys of calls that met another at once: they are looked for when the transaction runs again. */
  met: Recent;
  /** Writes all of it in one command of a transaction. */
  write(writes: readonly LedgerWrite[], session: Session): Promise<void>;
}

const MOST_MET = 10_000;

/** What the ledger needs of a connection. */
export interface LedgerConnection extends Pick<Connection, 'collection'> {
  name: string;
  getClient(): Pick<mongo.MongoClient, 'bulkWrite'>;
}

/** Whole numbers of 64 bits come back as they were written. */
export const WHOLE = { useBigInt64: true } as const;

export function openLedger(connection: LedgerConnection): LedgerCollections {
  return {
    met: createRecent(MOST_MET),
    write: (writes, session) => writeAtOnce(connection, writes, session),
    balances: connection.collection<BalanceDocument>('system_ledger_balance'),
    journal: connection.collection<JournalDocument>('system_ledger_journal'),
    bills: connection.collection<BillDocument>('system_ledger_bill'),
    keys: connection.collection<KeyDocument>('system_ledger_key'),
    holds: connection.collection<HoldDocument>('system_ledger_hold'),
  };
}

/** Makes every index; idempotent. */
export async function ensureLedgerIndexes({
  balances,
  bills,
  holds,
  journal,
  keys,
}: LedgerCollections): Promise<void> {
  const indexes = gatherIndexes();
  indexes.add(balances, { account: 1 });
  indexes.add(bills, { account: 1, currency: 1, seq: 1 }, { unique: true });
  indexes.add(bills, { journal: 1 });
  // Each list of bills has one that it narrows by and that gives its order (read-lines.ts).
  indexes.add(bills, { currency: 1, time: 1, seq: 1, _id: 1 });
  indexes.add(bills, { currency: 1, type: 1, time: 1, seq: 1, _id: 1 });
  indexes.add(bills, { account: 1, currency: 1, time: 1, seq: 1 });
  indexes.add(bills, { account: 1, currency: 1, type: 1, time: 1, seq: 1 });
  indexes.add(holds, { account: 1, state: 1 });
  indexes.add(journal, { time: 1 });
  // A collection cannot be made by two first transactions at once.
  indexes.add(keys, { time: 1 });
  await indexes.make();
}
