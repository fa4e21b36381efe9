import type { Session } from '@waypost/sdk';
import { NoProvider, ProviderFault } from '../chain/providers/fault.ts';
import type { Ask } from '../chain/providers/provider-pool.ts';
import { listTransfers } from '../chain/reading/list-transfers.ts';
import { CLOCKS_APART_MS } from '../chain/values.ts';
import { sendingResource } from '../screens/tron_transaction_summary/resource.ts';
import type { Sending } from '../sending/sender.ts';
import { withdrawalResource } from '../withdrawals/resource.ts';
import { findWithdrawal, type StoredWithdrawal, writeStep } from '../withdrawals/stored.ts';

/**
 * Looks on the chain, before a withdrawal is paid, whether its receiver has got exactly its amount since it was asked for, by a transaction
 * that the store knows nothing of: after a restore that is the payout that was made after the backup. Then it is not paid, and somebody decides.
 * What somebody has decided of once is asked for no more. Whose list has no end is not paid either: nobody can tell.
 * @returns whether it is left for somebody
 * @throws NoProvider, ProviderFault where nobody can be asked
 */
export async function setAside(sending: Sending, row: StoredWithdrawal): Promise<boolean> {
  const { context } = sending;
  const { found, isMore } = await sentBefore(sending, row);
  if (found.length === 0 && !isMore) return false;
  const id = String(row._id);
  const fault = found.length > 0 ? 'sent_before' : 'unlisted';
  await context.transaction(async (session: Session) => {
    const before = await findWithdrawal(context, id, session);
    if (before === null || before.phase !== 'approved' || before.is_by_hand === true) return;
    const seen_transactions = [...(before.seen_transactions ?? []), ...found];
    const change = { phase: 'undecided', fault, has_alarm: true } as const;
    const after = await writeStep(context, before, { ...change, seen_transactions }, session);
    await context.audit(
      {
        type: 'wallet.withdrawal.not_paid',
        target: id,
        before: { number: before.number, phase: before.phase },
        after: { number: after.number, phase: after.phase, fault: after.fault, transaction: found.join(' ') },
      },
      session,
    );
  });
  context.log.warn(
    { withdrawal: row.number, transactions: found, fault },
    'a withdrawal may have been paid before: it is left for somebody who decides',
  );
  return true;
}

/** Transactions that may have paid it, and whether there are more than can be asked for. */
async function sentBefore(
  sending: Sending,
  row: StoredWithdrawal,
): Promise<{ found: string[]; isMore: boolean }> {
  const { listed, isMore } = await listedTo(sending, row);
  if (listed.length === 0) return { found: [], isMore };
  const { context } = sending;
  const ids = [...new Set(listed)].filter((id) => !(row.seen_transactions ?? []).includes(id));
  const sent = await context
    .model(sendingResource)
    .find({ transaction: { $in: ids } }, { transaction: 1 })
    .lean();
  const own = new Set(sent.map(({ transaction }) => transaction));
  // One transaction may have paid several: of one amount to one address each of them stands for a transfer.
  const others = await context
    .model(withdrawalResource)
    .find(
      {
        transaction: { $in: ids },
        has_transaction: true,
        network: row.network,
        address: row.address,
        payout: row.payout,
        _id: { $ne: row._id },
      },
      { transaction: 1 },
    )
    .lean();
  const count = (all: readonly string[], id: string) => all.filter((one) => one === id).length;
  const paid = others.map(({ transaction }) => transaction);
  const found = ids.filter((id) => !own.has(id) && count(listed, id) > count(paid, id));
  return { found, isMore };
}

interface Listed {
  /** Ids of transactions that moved exactly the amount to the receiver, one for each transfer. */
  listed: string[];
  /** The receiver has got more transfers than can be asked for. */
  isMore: boolean;
}

/** What the chain has of it. Every provider that answers is believed. */
async function listedTo({ chain }: Sending, row: StoredWithdrawal): Promise<Listed> {
  const { pool, providers } = chain;
  const look = async (ask: Ask): Promise<Listed> => {
    const { rows, isWhole, isMore } = await listTransfers(ask, {
      address: row.address,
      contract: row.contract,
      since: row.create_time.getTime() - CLOCKS_APART_MS,
    });
    if (!isWhole) throw new ProviderFault('nonsense', 0, 'no whole list of what a receiver has got');
    const listed = rows
      .filter(({ contract, value }) => contract === row.contract && value === row.payout)
      .map(({ transaction }) => transaction);
    return { listed, isMore };
  };
  const first = await pool.work(providers, async (ask, { id }) => ({ id, ...(await look(ask)) }));
  if (providers.length === 1) return first;
  try {
    return merged(first, await pool.work(providers, look, [first.id]));
  } catch (error) {
    if (error instanceof NoProvider || error instanceof ProviderFault) return first;
    throw error;
  }
}

/** What either of two lists has. */
const merged = (one: Listed, other: Listed): Listed => ({
  listed: [...one.listed, ...other.listed.filter((id) => !one.listed.includes(id))],
  isMore: one.isMore || other.isMore,
});
