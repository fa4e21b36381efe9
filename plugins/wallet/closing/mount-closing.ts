import { createHash } from 'node:crypto';
import { AppError } from '@waypost/contract';
import {
  nextDay,
  OVERVIEW_POINT,
  type PluginContext,
  SITE_MESSAGES,
  type SiteMessages,
  todayOf,
} from '@waypost/sdk';
import { transferResource } from '../screens/usdt_transaction_record/resource.ts';
import { closeDayCall } from './calls.ts';
import { closeDay, type StoredClosing, spanOf } from './close-day.ts';
import { closingResource } from './resource.ts';

/** Name of the job. */
export const CLOSE_JOB = 'close_days';
/** How long after midnight: what was credited in its last hour has been looked for once more by then. */
const AFTER_MS = 2 * 3_600_000;
/** Days of one run, after the server was off for long. */
const MOST_DAYS = 31;
/** Most things that a line of the overview counts. */
const MOST = 1_000;
const CLOSE = 'wallet.closing:close';

/** Mounts the closings of days: they are made by themselves, looked at again by a press, and an alarm where they do not add up. */
export async function mountClosing(context: PluginContext): Promise<void> {
  context.resource(closingResource);
  context.call(closeDayCall, async ({ day }, request) => {
    const closing = await closeDay(context, { day, request });
    await tellOperators(context, closing);
    const { state, faults } = closing;
    return { day, state, faults: [...faults] };
  });
  context.points.contribute(OVERVIEW_POINT, '^1', 'wallet.closing', {
    title: 'wallet.overview.closing',
    kind: 'waiting',
    permission: CLOSE,
    screen: 'bill?tab=closing&state=different',
    count: () =>
      context
        .model(closingResource)
        .countDocuments({ state: 'different' } as never)
        .limit(MOST),
  });
  context.jobs.define(CLOSE_JOB, (_data, signal) => closeDays(context, signal));
  await context.jobs.every('10 minutes', CLOSE_JOB);
}

/** Closes every day that is over and was not closed, the oldest first. Before any money has moved there is nothing to close. */
export async function closeDays(context: PluginContext, signal: Pick<AbortSignal, 'aborted'>): Promise<void> {
  const today = todayOf(context);
  const isLongOver = context.clock.now() >= spanOf(context, today).from.getTime() + AFTER_MS;
  const last = nextDay(today, isLongOver ? -1 : -2);
  const [newest] = (await context
    .model(closingResource)
    .find()
    .sort({ day: -1 })
    .limit(1)
    .lean()) as StoredClosing[];
  const first = newest === undefined ? last : nextDay(newest.day);
  if (newest === undefined && !(await hasMoved(context, last))) return;
  for (let day = first, done = 0; day <= last && done < MOST_DAYS && !signal.aborted; done += 1) {
    await closeDay(context, { day });
    day = nextDay(day);
  }
  const untold = (await context
    .model(closingResource)
    .find({ state: 'different' } as never)
    .sort({ day: -1 })
    .limit(MOST_DAYS)
    .lean()) as StoredClosing[];
  for (const closing of untold) if (!signal.aborted) await tellOperators(context, closing);
}

async function hasMoved(context: PluginContext, day: string): Promise<boolean> {
  const { from, until } = spanOf(context, day);
  const { entries } = await context.ledger.sums({ from: from.toISOString(), until: until.toISOString() });
  if (entries > 0) return true;
  const time = { $gte: from, $lt: until };
  return (await context.model(transferResource).exists({ create_time: time } as never)) !== null;
}

/** What is told once: another difference of the same day is told again. */
function stateOf(closing: StoredClosing): string {
  const differences = [
    ...closing.faults,
    ...[closing.chain_difference, closing.deposits_difference, closing.bills_difference],
    ...[closing.balances_difference, closing.holds_difference, ...closing.unbalanced],
  ];
  return createHash('sha256').update(differences.join(' ')).digest('hex');
}

/** Tells whoever may close days what does not add up, once for each difference, whatever ended the process in between. */
async function tellOperators(context: PluginContext, closing: StoredClosing): Promise<void> {
  const state = stateOf(closing);
  const { day } = closing;
  if (closing.state === 'balanced' || closing.told === state) return;
  const messages = context.require<SiteMessages>(SITE_MESSAGES, '^1');
  if (messages === undefined) return;
  try {
    await messages.tell({
      to: { permission: CLOSE },
      words: 'wallet.notice.closing',
      params: { day },
      plain: { title: `The day ${day} does not add up`, content: closing.faults.join(', ') },
      occasion: `closing/${day}/${state}`,
      screen: `bill?tab=closing&drawer=view:${String(closing._id)}`,
    });
  } catch (error) {
    // So much is told at once: the next run tells it.
    if (error instanceof AppError && error.code === 'site_messages_too_many') return;
    throw error;
  }
  await context
    .model(closingResource)
    .updateOne({ _id: closing._id } as never, { $set: { told: state } } as never, { timestamps: false });
}
