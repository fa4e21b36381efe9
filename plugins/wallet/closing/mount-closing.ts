import { createHash } from 'node:crypto';
import { addDays } from '@waypost/contract';
import { actorOf, OVERVIEW_POINT, type PluginContext, tellNow, todayOf } from '@waypost/sdk';
import { z } from 'zod';
import { transferResource } from '../screens/usdt_transaction_record/resource.ts';
import { closeDayCall, moneyNowCall } from './calls.ts';
import { closeDay, requireOver, type StoredClosing, spanOf } from './close-day.ts';
import { createMoneyNow } from './money-now.ts';
import { closingResource } from './resource.ts';
import { CLOSING_TOPIC } from './values.ts';

/** Name of the job. */
export const CLOSE_JOB = 'close_days';
/** How long after midnight: what was credited in its last hour has been looked for once more by then. */
const AFTER_MS = 2 * 3_600_000;
/** Days of one run, after the server was off for long. */
const MOST_DAYS = 31;
/** Most things that a line of the overview counts. */
const MOST = 1_000;
const CLOSE = 'wallet.closing:close';

/** Name of the operation. */
const KIND = 'closing';
const zPerson = z.strictObject({ id: z.string(), account: z.string() });
const zClosingInput = z.strictObject({
  day: z.iso.date(),
  actor: z.strictObject({ ...zPerson.shape, via: z.string(), as: zPerson.exactOptional() }),
});
type ClosingInput = z.infer<typeof zClosingInput>;

/** Mounts the closings of days: they are made by themselves, looked at again by a press, and an alarm where they do not add up. */
export async function mountClosing(context: PluginContext): Promise<void> {
  context.resource(closingResource);
  // Whoever has pressed is told how it ended.
  context.realtime.topic(CLOSING_TOPIC, {
    permission: CLOSE,
    scope: ({ caller, parameter }) => (parameter === undefined ? caller.id : undefined),
  });
  context.operations.define(KIND, {
    input: zClosingInput,
    run: async ({ input, owner, signal, progress }) => {
      const closing = await closeDay(context, { ...input, run: { signal, progress } });
      await tellOperators(context, closing);
      context.realtime.publish(CLOSING_TOPIC, { day: closing.day, state: closing.state }, owner);
    },
  });
  context.call(closeDayCall, ({ day }, request) => {
    requireOver(context, day);
    const input: ClosingInput = { day, actor: actorOf(request.caller) };
    return context.operations.start(KIND, { name: day, input }, request);
  });
  context.call(moneyNowCall, createMoneyNow(context));
  context.points.contribute(OVERVIEW_POINT, '^1', 'wallet.closing', {
    title: 'wallet.overview.closing',
    kind: 'waiting',
    permission: CLOSE,
    screen: 'bill?tab=closing&state=different',
    count: () => context.model(closingResource).countDocuments({ state: 'different' }).limit(MOST),
  });
  context.jobs.define(CLOSE_JOB, (_data, signal) => closeDays(context, signal));
  await context.jobs.every('10 minutes', CLOSE_JOB);
}

/** Closes every day that is over and was not closed, the oldest first. Before any money has moved there is nothing to close. */
export async function closeDays(context: PluginContext, signal: Pick<AbortSignal, 'aborted'>): Promise<void> {
  const today = todayOf(context);
  const isLongOver = context.clock.now() >= spanOf(context, today).from.getTime() + AFTER_MS;
  const last = addDays(today, isLongOver ? -1 : -2);
  const closings = await context.model(closingResource).find({}, { day: 1 }).sort({ day: 1, _id: 1 }).lean();
  const closed = new Set(closings.map(({ day }) => day));
  if (closings.length === 0 && !(await hasMoved(context, last))) return;
  // From the first one that was ever closed: a person may have closed a later day before those in between.
  let done = 0;
  for (let day = closings[0]?.day ?? last; day <= last && done < MOST_DAYS; day = addDays(day, 1)) {
    if (closed.has(day)) continue;
    if (signal.aborted) break;
    await closeDay(context, { day });
    done += 1;
  }
  const untold = await context
    .model(closingResource)
    .find({ state: 'different' })
    .sort({ day: -1 })
    .limit(MOST_DAYS)
    .lean();
  for (const closing of untold) if (!signal.aborted) await tellOperators(context, closing);
}

async function hasMoved(context: PluginContext, day: string): Promise<boolean> {
  const { from, until } = spanOf(context, day);
  const { entries } = await context.ledger.sums({ from: from.toISOString(), until: until.toISOString() });
  if (entries > 0) return true;
  const time = { $gte: from, $lt: until };
  return (await context.model(transferResource).exists({ create_time: time })) !== null;
}

/** What is told once: another difference of the same day is told again. */
function stateOf(closing: StoredClosing): string {
  const differences = [
    ...closing.faults,
    ...[closing.chain_difference, closing.deposits_difference, closing.bills_difference],
    ...[
      closing.balances_difference,
      closing.sent_difference,
      closing.holds_difference,
      ...closing.unbalanced,
    ],
  ];
  return createHash('sha256').update(differences.join(' ')).digest('hex');
}

/** Tells whoever may close days what does not add up, once for each difference, whatever ended the process in between. */
async function tellOperators(context: PluginContext, closing: StoredClosing): Promise<void> {
  const state = stateOf(closing);
  const { day } = closing;
  if (closing.state === 'balanced' || closing.told === state) return;
  const isTold = await tellNow(context, {
    to: { permission: CLOSE },
    words: 'wallet.notice.closing',
    params: { day },
    plain: { title: `The day ${day} does not add up`, content: closing.faults.join(', ') },
    occasion: `closing/${day}/${state}`,
    screen: `bill?tab=closing&drawer=view:${String(closing._id)}`,
  });
  // The next run tells it.
  if (!isTold) return;
  await context
    .model(closingResource)
    .updateOne({ _id: closing._id }, { $set: { told: state } }, { timestamps: false });
}
