import { type Deposit, deposits } from '../deposits/deposit.ts';
import { NoProvider } from '../providers/fault.ts';
import { watchTills } from '../shared/watch-tills.ts';
import { lookAtAddress } from './look-at-address.ts';
import type { Watch } from './watch.ts';

/** Longest that one run of the job goes on, milliseconds; the next one follows within seconds. */
const RUN_MS = 50_000;
const AT_ONCE = 4;
/** Milliseconds after which an address that could not be looked at is looked at again. */
const AGAIN_MS = 60_000;
const PORTION = 50;
/** Of these, orders that are over: money that comes late is found, too, however many are open. */
const PORTION_OVER = 10;
/** Open ones that are looked at before one that is over, also where a round does not come to its end. */
const OPEN_BEFORE_OVER = (PORTION - PORTION_OVER) / PORTION_OVER;

/** Looks at all addresses whose time has come: those of open orders first, and of these whoever waits longest. */
export async function watchRound(watch: Watch, signal: AbortSignal): Promise<void> {
  const { context } = watch;
  const end = performance.now() + RUN_MS;
  await watchTills(watch, signal);
  const taken = new Set<string>();
  const next = createQueue(watch, taken);
  const worker = async () => {
    for (let deposit = await next(); deposit !== undefined; deposit = await next()) {
      if (signal.aborted || performance.now() > end) return;
      try {
        await lookAtAddress(watch, deposit);
      } catch (error) {
        // Nobody can be asked for any of them: they stay due.
        if (error instanceof NoProvider) return;
        // One that cannot be looked at, whoever is asked, holds up none of the others: it has its turn behind them.
        await deposits(context).updateOne(
          { _id: deposit._id },
          { $set: { next_look_time: new Date(context.clock.now() + AGAIN_MS) } },
        );
        context.log.error({ error, address: deposit.address }, 'an address could not be looked at');
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Due addresses one by one, each once a round; read in portions, by whoever needs one first. */
function createQueue({ context, config }: Watch, taken: Set<string>): () => Promise<Deposit | undefined> {
  let queue: Deposit[] = [];
  let reading: Promise<void> | undefined;
  const find = async (some: object, most: number): Promise<Deposit[]> => {
    const due = await deposits(context)
      .find({
        ...some,
        network: config.network,
        next_look_time: { $ne: null, $lte: context.clock.date() },
        is_shared: { $ne: true },
        _id: { $nin: [...taken] },
      })
      .sort({ next_look_time: 1 })
      .limit(most)
      .lean();
    for (const { _id } of due) taken.add(_id);
    return due;
  };
  const read = async () => {
    const now = context.clock.date();
    // Somebody waits for these now: where a provider may be asked seldom, orders that nobody has paid take no more than their part.
    const open = await find(
      { $or: [{ settlement: 'waiting' }, { expire_time: { $gt: now } }, { pending: { $ne: '0' } }] },
      PORTION - PORTION_OVER,
    );
    queue = interleave(open, await find({}, PORTION - open.length));
    reading = undefined;
  };
  return async () => {
    if (queue.length === 0) {
      reading ??= read();
      await reading;
    }
    return queue.shift();
  };
}

/** One of those that are over behind so many open ones, and the rest of either at the end. */
function interleave(open: readonly Deposit[], over: readonly Deposit[]): Deposit[] {
  const rest = [...over];
  const mixed = open.flatMap((deposit, at) =>
    (at + 1) % OPEN_BEFORE_OVER === 0 ? [deposit, ...rest.splice(0, 1)] : [deposit],
  );
  return [...mixed, ...rest];
}
