import { transferResource } from '../../screens/usdt_transaction_record/resource.ts';
import { type Deposit, deposits } from '../deposits/deposit.ts';
import { nextLook } from '../deposits/next-look.ts';
import type { Provider } from '../providers/ask-provider.ts';
import type { Ask } from '../providers/provider-pool.ts';
import { nonsense } from '../reading/information.ts';
import { type ListedTransfer, listOurs } from '../reading/list-transfers.ts';
import { bookTransfer, type Receiver } from './book-transfer.ts';
import { findSolid } from './find-solid.ts';
import { tellOwner } from './tell-owner.ts';
import type { Watch } from './watch.ts';

/** Milliseconds before what was seen last from which is asked again: lists are filled late, and blocks change places. */
const OVERLAP_MS = 10 * 60_000;
/** Transfers of other tokens that one look writes down: anybody makes thousands of them for nothing. */
const MOST_FOREIGN = 20;

/** What a look is at: an address of one order, or one that all are paid to. */
export interface Looked extends Receiver {
  cursor: number;
  is_flooded: boolean;
}

/** What a look found. */
export interface Seen {
  /** Of our token, seen and not solid yet. */
  waiting: ListedTransfer[];
  cursor: number;
  isMore: boolean;
  /** Orders and others for which something was written. */
  isBooked: boolean;
}

/**
 * Looks at what came to the address of an order and books it. Asked of one provider after the other until one answers all of it.
 * @throws NoProvider when nobody can be asked
 */
export async function lookAtAddress(watch: Watch, deposit: Deposit): Promise<void> {
  const { context, steps } = watch;
  const { waiting, cursor, isMore, isBooked } = await lookAt(watch, { ...deposit, deposit: deposit._id });
  const pending = String(sumOf(waiting));
  const after = await deposits(context).findById(deposit._id).lean();
  if (after === null) return;
  const now = context.clock.now();
  await deposits(context).updateOne(
    { _id: deposit._id },
    {
      $set: {
        pending,
        is_flooded: isMore,
        // Where nothing was reached beyond the last look, the next one at once would see the same.
        next_look_time: isMore && cursor > deposit.cursor ? new Date(now) : nextLook(after, now),
      },
      $max: { cursor },
    },
  );
  if (isBooked || pending !== deposit.pending) await steps.tell(deposit.order);
  await tellOwner(context, after);
}

/** The look itself. @throws NoProvider when nobody can be asked */
export const lookAt = (watch: Watch, place: Looked): Promise<Seen> =>
  watch.pool.work(watch.providers, (ask, provider) => lookWith(watch, place, ask, provider));

async function lookWith(watch: Watch, place: Looked, ask: Ask, provider: Provider): Promise<Seen> {
  const { context, steps } = watch;
  const { rows, isWhole, isMore, last } = await listOurs(ask, {
    address: place.address,
    contract: place.contract,
    since: place.is_flooded ? place.cursor : place.cursor - OVERLAP_MS,
  });
  const groups = byTransaction(rows, place);
  const known = await knownTransfers(watch, place, [...groups.keys()]);
  const seen: Seen = { waiting: [], cursor: place.cursor, isMore, isBooked: false };
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
      seen.cursor = Math.max(seen.cursor, booked.time);
      continue;
    }
    const isForeign = !hasOurs(listed, place);
    if (isForeign && foreign >= MOST_FOREIGN) {
      wait(listed, isForeign);
      continue;
    }
    const solid = await findSolid(watch, { ask, provider, id });
    if (solid === undefined) {
      wait(listed);
      seen.waiting.push(...listed.filter(({ contract }) => contract === place.contract));
      continue;
    }
    seen.cursor = Math.max(seen.cursor, solid.time);
    for (const found of solid.isFailed
      ? [failedTransfer(solid, place, listed)]
      : foundTransfers(solid, place, listed)) {
      if (isForeign && foreign >= MOST_FOREIGN) {
        wait(listed, isForeign);
        break;
      }
      if (!(await bookTransfer(context, { to: place, found, steps }))) continue;
      seen.isBooked = true;
      if (isForeign) foreign += 1;
    }
  }
  if (last !== undefined) {
    const solid = await findSolid(watch, { ask, provider, id: last.transaction });
    if (solid !== undefined) seen.cursor = Math.max(seen.cursor, solid.time);
  }
  // What waits is looked for again from where it was.
  seen.cursor = Math.min(seen.cursor, waitsSince);
  if (!isWhole) throw nonsense('the same page again and again');
  return seen;
}

const hasOurs = (listed: readonly ListedTransfer[], { contract }: Receiver): boolean =>
  listed.some((row) => row.contract === contract);

/** Transfers of nothing are advertisements, and no transfer is looked at that moves nothing. Those of our token come first. */
function byTransaction(rows: readonly ListedTransfer[], place: Receiver): Map<string, ListedTransfer[]> {
  const groups = new Map<string, ListedTransfer[]>();
  for (const row of rows)
    if (!/^0*$/.test(row.value)) groups.set(row.transaction, [...(groups.get(row.transaction) ?? []), row]);
  const all = [...groups];
  return new Map([
    ...all.filter(([, listed]) => hasOurs(listed, place)),
    ...all.filter(([, listed]) => !hasOurs(listed, place)),
  ]);
}

/** Transfers of a transaction that are written down, and when its block was made. */
interface Booked {
  count: number;
  time: number;
}

async function knownTransfers(
  { context }: Watch,
  { network, address }: Receiver,
  transactions: readonly string[],
): Promise<Map<string, Booked>> {
  const rows = await context
    .model(transferResource)
    .find({ network, receiver: address, transaction: { $in: transactions } })
    .select({ transaction: 1, time: 1 })
    .lean();
  const known = new Map<string, Booked>();
  for (const { transaction, time } of rows)
    known.set(transaction, { count: (known.get(transaction)?.count ?? 0) + 1, time: time.getTime() });
  return known;
}

type Solid = NonNullable<Awaited<ReturnType<typeof findSolid>>>;

/** What a solid transaction moved to the address; the block's word counts, never the list's. */
function foundTransfers(transaction: Solid, { address }: Receiver, listed: readonly ListedTransfer[]) {
  return transaction.transfers
    .filter(({ to, value }) => to === address && value > 0n)
    .map((transfer) => {
      const told = listed.find(({ contract }) => contract === transfer.contract) ?? listed[0];
      return { transaction, transfer, symbol: told?.symbol ?? '', fingerprint: told?.fingerprint ?? '' };
    });
}

/** What failed has no logs: it is written down as it was told, and worth nothing. */
function failedTransfer(transaction: Solid, { address }: Receiver, [told]: readonly ListedTransfer[]) {
  const value = told !== undefined && /^\d{1,77}$/.test(told.value) ? BigInt(told.value) : 0n;
  return {
    transaction,
    transfer: { index: -1, contract: told?.contract ?? '', from: told?.from ?? '', to: address, value },
    symbol: told?.symbol ?? '',
    fingerprint: told?.fingerprint ?? '',
  };
}

const sumOf = (listed: readonly ListedTransfer[]): bigint =>
  listed.reduce((sum, { value }) => (/^\d{1,30}$/.test(value) ? sum + BigInt(value) : sum), 0n);
