import { type Deposit, deposits } from '../deposits/deposit.ts';
import { nextLook } from '../deposits/next-look.ts';
import { NoProvider } from '../providers/fault.ts';
import { lookAt } from '../watching/look-at-address.ts';
import { tellOwner } from '../watching/tell-owner.ts';
import type { Watch } from '../watching/watch.ts';
import { type Till, tills } from './tills.ts';

/** Milliseconds after which an address that could not be looked at is looked at again, and an old one is. */
const AGAIN_MS = 60_000;
const OLD_MS = 12 * 60 * 60_000;
/** Orders at one address that are gone through in one look; each of them has ended or was told of. */
const MOST_OPEN = 1_000;

/** Looks at the addresses that all pay to: one look tells of all of their orders. */
export async function watchTills(watch: Watch, signal: AbortSignal): Promise<void> {
  const { context, config } = watch;
  const due = await tills(context)
    .find({ network: config.network, next_look_time: { $lte: context.clock.date() } })
    .sort({ next_look_time: 1 })
    .lean();
  for (const till of due) {
    if (signal.aborted) return;
    try {
      await lookAtTill(watch, till);
    } catch (error) {
      await tills(context).updateOne(
        { _id: till._id },
        { $set: { next_look_time: new Date(context.clock.now() + AGAIN_MS) } },
      );
      if (error instanceof NoProvider) return;
      context.log.error({ error, address: till.address }, 'an address could not be looked at');
    }
  }
}

async function lookAtTill(watch: Watch, till: Till): Promise<void> {
  const { context } = watch;
  const { network, address, expire_time } = till;
  const { waiting, cursor, isMore } = await lookAt(watch, { ...till, deposit: null });
  const now = context.clock.now();
  const next = nextLook({ expire_time, is_paid: false }, now) ?? new Date(now + OLD_MS);
  await tills(context).updateOne(
    { _id: till._id },
    {
      $set: { is_flooded: isMore, next_look_time: isMore && cursor > till.cursor ? new Date(now) : next },
      $max: { cursor },
    },
  );
  const amounts = new Set(waiting.map(({ value }) => value));
  // Those that wait, and those that were paid and nobody was told of.
  const orders = await deposits(context)
    .find({
      network,
      address,
      is_shared: true,
      $or: [{ settlement: 'waiting' }, { is_paid: true, told: '' }],
    })
    .sort({ expire_time: -1 })
    .limit(MOST_OPEN)
    .lean();
  for (const deposit of orders) await tellOf(watch, deposit, amounts);
}

async function tellOf(
  { context, steps }: Watch,
  deposit: Deposit,
  amounts: ReadonlySet<string>,
): Promise<void> {
  const pending = !deposit.is_paid && amounts.has(deposit.amount) ? deposit.amount : '0';
  if (pending !== deposit.pending)
    await deposits(context).updateOne({ _id: deposit._id }, { $set: { pending } });
  if (deposit.is_paid || pending !== deposit.pending) await steps.tell(deposit.order);
  await tellOwner(context, deposit);
}
