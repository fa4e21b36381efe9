import type { Connection } from 'mongoose';
import { openLedger, WHOLE } from '../../../runtime/services/ledger/ledger-collections.ts';
import { verifyLedger } from '../../../runtime/services/ledger/verify-ledger.ts';

/** What stands in the store after a load. */
export interface Recounted {
  paid: number;
  /** Orders that are not paid. */
  unpaid: number;
  /** What does not add up, one sentence each. */
  faults: string[];
}

const SALES = 'wallet.sales';

/**
 * Counts what was bought once more from what the store holds: the ledger is sound, of each order its price was taken once, and
 * the share and what the house has are the price. Nothing here is asked of the product.
 */
export async function recount(connection: Connection): Promise<Recounted> {
  const ledger = openLedger(connection);
  const { faults } = await verifyLedger({ connection, ledger });
  const orders = connection.collection<{
    _id: string;
    status: number;
    price: string;
    share: string;
    agent: string | null;
    owner: string;
    journal: string;
  }>('wallet_order');
  const entries = new Map<string, { type: string; sums: Map<string, bigint> }>();
  const shares: bigint[] = [];
  for await (const { _id, type, postings } of ledger.journal.find({ plugin: 'wallet' }, WHOLE)) {
    const sums = new Map(postings.map(({ account, amount }) => [account, BigInt(amount)]));
    entries.set(String(_id), { type, sums });
    if (type === 'wallet.share') shares.push(sums.get(SALES) ?? 0n);
  }
  let [paid, unpaid] = [0, 0];
  let [prices, owed] = [0n, 0n];
  for await (const order of orders.find({})) {
    if (order.status !== 2) {
      unpaid += 1;
      continue;
    }
    paid += 1;
    const price = BigInt(order.price);
    prices += price;
    owed += BigInt(order.share);
    const sums = entries.get(order.journal)?.sums;
    if (sums?.get(order.owner) !== -price || sums.get(SALES) !== price)
      faults.push(`the order ${order._id} costs ${price}, its entry moves something else`);
  }
  const bought = [...entries.values()].filter(({ type }) => type === 'wallet.order').length;
  if (bought !== paid) faults.push(`${paid} orders are paid, ${bought} entries of the ledger pay one`);
  const given = -shares.reduce((sum, share) => sum + share, 0n);
  if (given !== owed) faults.push(`orders say that ${owed} was shared, the ledger shared ${given}`);
  const house = [...entries.values()].reduce((sum, { sums }) => sum + (sums.get(SALES) ?? 0n), 0n);
  if (house + given !== prices)
    faults.push(`shares ${given} and the house ${house} are not the prices ${prices}`);
  return { paid, unpaid, faults };
}
