import { type Amount, addDays } from '@waypost/contract';
import {
  type AuditActor,
  dayStart,
  type Filter,
  type LedgerStanding,
  newRow,
  newVersion,
  type OperationRun,
  type PluginContext,
  requireRow,
  type Stored,
} from '@waypost/sdk';
import { walletErrors } from '../errors.ts';
import { transferResource } from '../screens/usdt_transaction_record/resource.ts';
import { type DaySpan, figuresOf, transferSums } from './figures.ts';
import { closingResource } from './resource.ts';
import { sumSent } from './sent-sums.ts';

export type StoredClosing = Stored<typeof closingResource>;

/** How long after a day nothing is written any more that bears a time of it. */
const SETTLED_MS = 3_600_000;
/** By itself every line is read once in so many days: what somebody has changed of older ones is seen by then. */
const WHOLE_DAYS = 7;
const DAY_MS = 86_400_000;

/** Who closes a day, and what is told of how far that is; without anybody the platform does, by itself. */
export interface Closing {
  day: string;
  actor?: AuditActor | undefined;
  run?: Pick<OperationRun<unknown>, 'signal' | 'progress'>;
}
/** Steps of a closing: transfers, what was booked, what everybody has, and writing it down. */
const STEPS = 4;

/** Errors: `wallet.day_not_over` 409 */
export function requireOver(context: PluginContext, day: string): DaySpan {
  const span = spanOf(context, day);
  if (span.until.getTime() > context.clock.now()) throw walletErrors.dayNotOver.create({ day });
  return span;
}

/**
 * Adds up a day and keeps what came of it; the same day again takes the place of what was kept. Whoever pays meanwhile changes
 * nothing of a day that is over. Somebody's press reads every line of every bill; by itself the platform reads those since the
 * closing before, each seventh day all of them, and all wherever that is not what people have.
 * Errors: `wallet.day_not_over` 409
 */
export async function closeDay(context: PluginContext, { day, actor, run }: Closing): Promise<StoredClosing> {
  const span = requireOver(context, day);
  let done = 0;
  const step = <T>(found: T): T => {
    run?.signal.throwIfAborted();
    done += 1;
    run?.progress(done, STEPS);
    return found;
  };
  run?.progress(0, STEPS);
  const query = { from: span.from.toISOString(), until: span.until.toISOString() };
  const transfers = step(await sumTransfers(context, span));
  const sums = step(await context.ledger.sums(query));
  const sent = await sumSent(context, span);
  const standing = step(await standingAt(context, { day, span, isWhole: actor !== undefined }));
  const { figures, faults } = figuresOf({ transfers, sums, sent, standing });
  const isSettled = context.clock.now() >= span.until.getTime() + SETTLED_MS;
  const found = {
    ...figures,
    faults,
    entries: sums.entries,
    unbalanced: sums.unbalanced,
    state: faults.length === 0 ? ('balanced' as const) : ('different' as const),
    checked_time: context.clock.date(),
    checked_by: actor?.account ?? '',
    billed_until: isSettled && standing.billed === standing.available ? standing.billed_until : null,
    billed_time: span.until,
  };
  const written = await context.transaction(async (session) => {
    const model = context.model(closingResource);
    const before = await model.findOne({ day }).session(session).lean();
    if (before === null)
      await model.create([newRow(context, closingResource, { day, ...found })], { session });
    else
      await model.updateOne({ _id: before._id }, newVersion(context, found), { session, timestamps: false });
    const after = await requireRow(model.findOne({ day }).session(session).lean());
    await context.audit(
      {
        type: 'wallet.closing.close',
        target: String(after._id),
        ...(before === null ? {} : { before: told(before) }),
        after: told(after),
        ...(actor === undefined ? {} : { actor }),
      },
      session,
    );
    return after;
  });
  run?.progress(STEPS, STEPS);
  return written;
}

/** What everybody has, from what the closing before has summed up where that is known and nobody wants to have it all looked at. */
async function standingAt(
  context: PluginContext,
  { day, span, isWhole }: { day: string; span: DaySpan; isWhole: boolean },
): Promise<LedgerStanding> {
  const { ledger } = context;
  const until = span.until.toISOString();
  const isSeventh = (Date.parse(`${day}T00:00:00Z`) / DAY_MS) % WHOLE_DAYS === 0;
  if (isWhole || isSeventh) return ledger.standing({ until });
  const known = await knownStanding(context, { billed_time: { $lte: span.until }, day: { $lt: day } });
  if (known === undefined) return ledger.standing({ until });
  const found = await ledger.standing({ until, known });
  return found.billed === found.available ? found : ledger.standing({ until });
}

/** What the latest of these closings has summed up, as `ledger.standing` takes it; undefined where none has. */
async function knownStanding(
  context: PluginContext,
  closings: Filter<StoredClosing>,
): Promise<{ until: string; billed: Amount } | undefined> {
  const [last] = await context
    .model(closingResource)
    .find({ ...closings, billed_until: { $ne: null } })
    .sort({ day: -1 })
    .limit(1)
    .lean();
  const { billed_until: billed, billed_time: time } = last ?? {};
  return billed && time ? { until: time.toISOString(), billed } : undefined;
}

const told = ({ day, state, faults }: StoredClosing) => ({ name: day, state, faults: faults.join(', ') });

/** First moment of a day, and the first behind it, in the platform's time zone. */
export function spanOf({ platform }: Pick<PluginContext, 'platform'>, day: string): DaySpan {
  const { timeZone } = platform;
  return {
    from: new Date(dayStart(timeZone, day)),
    until: new Date(dayStart(timeZone, addDays(day, 1))),
  };
}

async function sumTransfers(context: PluginContext, span: DaySpan) {
  const time = { $gte: span.from, $lt: span.until };
  const sums = transferSums(span);
  const found = context
    .model(transferResource)
    .find(
      { $or: [{ create_time: time }, { credited_time: time }] },
      {
        state: 1,
        received: 1,
        create_time: 1,
        credited_time: 1,
      },
    )
    .lean()
    .cursor();
  for await (const transfer of found) sums.add(transfer);
  return sums.figures();
}
