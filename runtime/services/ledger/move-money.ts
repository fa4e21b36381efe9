import { type Currency, LARGEST_AMOUNT, YesNo } from '@waypost/contract';
import { type Clock, newId, type Random, type Session } from '@waypost/sdk';
import type { Collection } from 'mongoose';
import type { AccountDocument } from '../collections.ts';
import { ledgerAccountClosed, ledgerAccountUnknown, ledgerInsufficient, ledgerTooMuch } from '../errors.ts';
import {
  type BalanceDocument,
  type BillDocument,
  type JournalDocument,
  type LedgerCollections,
  WHOLE,
} from './ledger-collections.ts';
import type { LedgerWrite } from './write-at-once.ts';

export interface MoveOptions {
  ledger: LedgerCollections;
  accounts: Collection<AccountDocument>;
  clock: Clock;
  random: Random;
}

/** What an entry does to one balance. */
export interface Change {
  _id: string;
  account: string;
  currency: Currency;
  available: bigint;
  held: bigint;
  /** As the transaction sees it before. */
  before: BalanceDocument | undefined;
}

/**
 * Whether people have what an entry takes from them: read within the transaction, before anything is written, so that a
 * refusal leaves nothing behind. What others change meanwhile makes the transaction run again.
 * Errors: `ledger_insufficient`, `ledger_too_much`, `ledger_account_closed` 409, `ledger_account_unknown` 404.
 */
export async function planMove(
  { ledger, accounts }: MoveOptions,
  postings: JournalDocument['postings'],
  session: Session,
): Promise<Change[]> {
  const changes = changesOf(postings);
  const found = await ledger.balances
    .find({ _id: { $in: changes.map(({ _id }) => _id) } }, { session, ...WHOLE })
    .toArray();
  for (const change of changes) {
    change.before = found.find(({ _id }) => _id === change._id);
    const { available = 0n, held = 0n } = change.before ?? {};
    const after = { available: available + change.available, held: held + change.held };
    if (after.available < 0n || after.held < 0n) throw ledgerInsufficient.create();
    if (after.available + after.held > LARGEST_AMOUNT) throw ledgerTooMuch.create();
  }
  await requireOpen(accounts, changes, session);
  return changes;
}

/** Whoever had nothing yet has to be there, and whoever gets something must not have closed the account. */
async function requireOpen(
  accounts: Collection<AccountDocument>,
  changes: readonly Change[],
  session: Session,
): Promise<void> {
  const wanted = changes.filter(
    ({ before, available, held }) => before === undefined || available + held > 0n,
  );
  const ids = [...new Set(wanted.map(({ account }) => account))];
  if (ids.length === 0) return;
  const found = await accounts
    .find({ _id: { $in: ids } }, { session, projection: { disabled: 1, closed_time: 1 } })
    .toArray();
  if (found.length < ids.length) throw ledgerAccountUnknown.create();
  // Whoever has enabled the account again has opened it, whatever else they left as it was.
  const isClosed = found.some(({ disabled, closed_time }) => disabled === YesNo.yes && closed_time);
  if (isClosed) throw ledgerAccountClosed.create();
}

/** What is to be written: balances, the entry, and a line of the bill for everybody who has more or less available than before. */
export function writesOf(
  options: MoveOptions,
  entry: JournalDocument,
  changes: readonly Change[],
): { writes: LedgerWrite[]; lines: BillDocument[] } {
  const { ledger } = options;
  const { _id: journal, plugin, type, remark, time } = entry;
  const writes: LedgerWrite[] = [];
  const lines: BillDocument[] = [];
  for (const change of changes) {
    const { account, currency, before } = change;
    const seq = (before?.seq ?? 0) + (change.available === 0n ? 0 : 1);
    writes.push(balanceWrite(ledger, change, seq));
    if (change.available === 0n) continue;
    const had = before?.available ?? 0n;
    lines.push({
      _id: newId(options),
      account,
      currency,
      seq,
      plugin,
      type,
      before: had,
      change: change.available,
      after: had + change.available,
      remark,
      journal,
      time,
    });
  }
  writes.push({ to: ledger.journal.collectionName, insert: entry });
  for (const line of lines) writes.push({ to: ledger.bills.collectionName, insert: line });
  return { writes, lines };
}

function balanceWrite(
  { balances }: LedgerCollections,
  { _id, account, currency, available, held, before }: Change,
  seq: number,
): LedgerWrite {
  const to = balances.collectionName;
  if (before === undefined) return { to, insert: { _id, account, currency, available, held, seq } };
  // Held to what was seen, so that not even a fault of the store takes what is not there.
  const seen = { available: before.available, held: before.held, seq: before.seq };
  return { to, filter: { _id, ...seen }, update: { $inc: { available, held }, $set: { seq } } };
}

function changesOf(postings: JournalDocument['postings']): Change[] {
  const changes = new Map<string, Change>();
  for (const { account, part, currency, amount } of postings) {
    if (part === 'counter') continue;
    const _id = `${account}/${currency}`;
    const change = changes.get(_id) ?? { _id, account, currency, available: 0n, held: 0n, before: undefined };
    change[part] += amount;
    changes.set(_id, change);
  }
  return [...changes.values()];
}
