import { transferResource } from '../../screens/usdt_transaction_record/resource.ts';
import { type Deposit, deposits } from '../deposits/deposit.ts';
import { nextLook } from '../deposits/next-look.ts';
import type { Provider } from '../providers/ask-provider.ts';
import type { Ask } from '../providers/provider-pool.ts';
import { nonsense } from '../reading/information.ts';
import { type ListedTransfer, listOurs } from '../reading/list-transfers.ts';
import { bookTransfer } from './book-transfer.ts';
import { findSolid } from './find-solid.ts';
import { tellOwner } from './tell-owner.ts';
import type { Watch } from './watch.ts';

/** Milliseconds before what was seen last from which is asked again: lists are filled late, and blocks change places. */
const OVERLAP_MS = 10 * 60_000;
/** Transfers of other tokens that one look writes down: anybody makes thousands of them for nothing. */
const MOST_FOREIGN = 20;

/** What a look found. */
interface Looked {
  /** Of our token, seen and not solid yet. */
  pending: bigint;
  cursor: number;
  isMore: boolean;
  /** Something was written. */
  isBooked: boolean;
}

/**
 * Looks at what came to an address and books it. Asked of one provider after the other until one answers all of it.
 * @throws NoProvider when nobody can be asked
 */
export async function lookAtAddress(watch: Watch, deposit: Deposit): Promise<void> {
  const { context, pool, providers, steps } = watch;
  const looked = await pool.work(providers, (ask, provider) => lookWith(watch, deposit, ask, provider));
  const { pending, cursor, isMore, isBooked } = looked;
  const after = (await deposits(context).findById(deposit._id).lean()) as Deposit | null;
  if (after === null) return;
  const now = context.clock.now();
  await deposits(context).updateOne(
    { _id: deposit._id },
    {
      $set: {
        ...{ pending: String(pending), is_flooded: isMore },
        // Where nothing was reached beyond the last look, the next one at once would see the same.
        next_look_time: isMore && cursor > deposit.cursor ? new Date(now) : nextLook(after, now),
      },
      $max: { cursor },
    },
  );
  if (isBooked || String(pending) !== deposit.pending) await steps.tell(deposit.order);
  await tellOwner(context, after);
}

async function lookWith(watch: Watch, deposit: Deposit, ask: Ask, provider: Provider): Promise<Looked> {
  const { context, steps } = watch;
  const { rows, isWhole, isMore, last } = await listOurs(ask, {
    address: deposit.address,
    contract: deposit.contract,
    since: deposit.is_flooded ? deposit.cursor : deposit.cursor - OVERLAP_MS,
  });
  const groups = byTransaction(rows, deposit);
  const known = await knownTransfers(watch, deposit, [...groups.keys()]);
  const looked: Looked = { pending: 0n, cursor: deposit.cursor, isMore, isBooked: false };
  let waitsSince = Number.POSITIVE_INFINITY;
  const wait = (listed: readonly ListedTransfer[], isForeign = false) => {
    // Of other tokens the rest has its turn in the next looks, unless there is no end of them.
    if (!isForeign || last === undefined)
      waitsSince = Math.min(waitsSince, ...listed.map(({ time }) => time));
  };
  let foreign = 0;
  for (const [id, listed] of groups) {
    const booked = known.get(id);
    // Where it goes on is by the time of solid blocks: one list with a date of its own would hide all that comes behind it.
    if (booked !== undefined && booked.count >= listed.length) {
      looked.cursor = Math.max(looked.cursor, booked.time);
      continue;
    }
    const isForeign = !hasOurs(listed, deposit);
    if (isForeign && foreign >= MOST_FOREIGN) {
      wait(listed, isForeign);
      continue;
    }
    const solid = await findSolid(watch, { ask, provider, id });
    if (solid === undefined) {
      wait(listed);
      looked.pending += sumOf(listed, deposit.contract);
      continue;
    }
    looked.cursor = Math.max(looked.cursor, solid.time);
    for (const found of solid.isFailed
      ? [failedTransfer(solid, deposit, listed)]
      : foundTransfers(solid, deposit, listed)) {
      if (isForeign && foreign >= MOST_FOREIGN) {
        wait(listed, isForeign);
        break;
      }
      if (!(await bookTransfer(context, { deposit: deposit._id, found, steps }))) continue;
      looked.isBooked = true;
      if (isForeign) foreign += 1;
    }
  }
  if (last !== undefined) {
    const solid = await findSolid(watch, { ask, provider, id: last.transaction });
    if (solid !== undefined) looked.cursor = Math.max(looked.cursor, solid.time);
  }
  // What waits is looked for again from where it was.
  looked.cursor = Math.min(looked.cursor, waitsSince);
  if (!isWhole) throw nonsense('the same page again and again');
  return looked;
}

const hasOurs = (listed: readonly ListedTransfer[], { contract }: Deposit): boolean =>
  listed.some((row) => row.contract === contract);

/** Transfers of nothing are advertisements, and no transfer is looked at that moves nothing. Those of our token come first. */
function byTransaction(rows: readonly ListedTransfer[], deposit: Deposit): Map<string, ListedTransfer[]> {
  const groups = new Map<string, ListedTransfer[]>();
  for (const row of rows)
    if (!/^0*$/.test(row.value)) groups.set(row.transaction, [...(groups.get(row.transaction) ?? []), row]);
  const all = [...groups];
  return new Map([
    ...all.filter(([, listed]) => hasOurs(listed, deposit)),
    ...all.filter(([, listed]) => !hasOurs(listed, deposit)),
  ]);
}

/** Transfers of a transaction that are written down, and when its block was made. */
interface Booked {
  count: number;
  time: number;
}

async function knownTransfers(
  { context }: Watch,
  { network, address }: Deposit,
  transactions: readonly string[],
): Promise<Map<string, Booked>> {
  const rows = (await context
    .model(transferResource)
    .find({ network, receiver: address, transaction: { $in: transactions } } as never)
    .select({ transaction: 1, time: 1 } as never)
    .lean()) as { transaction: string; time: Date }[];
  const known = new Map<string, Booked>();
  for (const { transaction, time } of rows)
    known.set(transaction, { count: (known.get(transaction)?.count ?? 0) + 1, time: time.getTime() });
  return known;
}

type Solid = NonNullable<Awaited<ReturnType<typeof findSolid>>>;

/** What a solid transaction moved to the address; the block's word counts, never the list's. */
function foundTransfers(transaction: Solid, { address }: Deposit, listed: readonly ListedTransfer[]) {
  return transaction.transfers
    .filter(({ to, value }) => to === address && value > 0n)
    .map((transfer) => {
      const told = listed.find(({ contract }) => contract === transfer.contract) ?? listed[0];
      return { transaction, transfer, symbol: told?.symbol ?? '', fingerprint: told?.fingerprint ?? '' };
    });
}

/** What failed has no logs: it is written down as it was told, and worth nothing. */
function failedTransfer(transaction: Solid, { address }: Deposit, [told]: readonly ListedTransfer[]) {
  const value = told !== undefined && /^\d{1,77}$/.test(told.value) ? BigInt(told.value) : 0n;
  return {
    transaction,
    transfer: { index: -1, contract: told?.contract ?? '', from: told?.from ?? '', to: address, value },
    symbol: told?.symbol ?? '',
    fingerprint: told?.fingerprint ?? '',
  };
}

const sumOf = (listed: readonly ListedTransfer[], contract: string): bigint =>
  listed.reduce(
    (sum, row) => (row.contract === contract && /^\d{1,30}$/.test(row.value) ? sum + BigInt(row.value) : sum),
    0n,
  );
