import { dayStart, newRow, nextDay, type PluginContext, type SignedRequest, type Stored } from '@waypost/sdk';
import { walletErrors } from '../errors.ts';
import { transferResource } from '../screens/usdt_transaction_record/resource.ts';
import { type DaySpan, figuresOf, type SeenTransfer, transferSums } from './figures.ts';
import { closingResource } from './resource.ts';

export type StoredClosing = Stored<typeof closingResource>;

/**
 * Adds up a day and keeps what came of it; the same day again takes the place of what was kept. Whoever pays meanwhile changes
 * nothing of a day that is over.
 * Errors: `wallet.day_not_over` 409
 */
export async function closeDay(
  context: PluginContext,
  { day, request }: { day: string; request?: SignedRequest },
): Promise<StoredClosing> {
  const span = spanOf(context, day);
  if (span.until.getTime() > context.clock.now()) throw walletErrors.dayNotOver.create({ day });
  const query = { from: span.from.toISOString(), until: span.until.toISOString() };
  const sums = await context.ledger.sums(query);
  const standing = await context.ledger.standing();
  const { figures, faults } = figuresOf({ transfers: await sumTransfers(context, span), sums, standing });
  const found = {
    ...{ ...figures, faults, entries: sums.entries, unbalanced: sums.unbalanced },
    state: faults.length === 0 ? ('balanced' as const) : ('different' as const),
    ...{ checked_time: context.clock.date(), checked_by: request?.caller.account ?? '' },
  };
  return context.transaction(async (session) => {
    const model = context.model(closingResource);
    const before = (await model
      .findOne({ day } as never)
      .session(session)
      .lean()) as StoredClosing | null;
    if (before === null)
      await model.create([newRow(context, closingResource, { day, ...found })] as never, { session });
    else
      await model.updateOne(
        { _id: before._id } as never,
        { $set: { ...found, update_time: context.clock.date() }, $inc: { version: 1 } } as never,
        { session, timestamps: false },
      );
    const after = (await model
      .findOne({ day } as never)
      .session(session)
      .lean()) as StoredClosing;
    await context.audit(
      {
        type: 'wallet.closing.close',
        target: String(after._id),
        ...(before === null ? {} : { before: told(before) }),
        after: told(after),
        ...(request === undefined ? {} : { request }),
      },
      session,
    );
    return after;
  });
}

const told = ({ day, state, faults }: StoredClosing) => ({ name: day, state, faults: faults.join(', ') });

/** First moment of a day, and the first behind it, in the platform's time zone. */
export function spanOf({ platform }: Pick<PluginContext, 'platform'>, day: string): DaySpan {
  const { timeZone } = platform;
  return {
    from: new Date(dayStart(timeZone, day)),
    until: new Date(dayStart(timeZone, nextDay(day))),
  };
}

async function sumTransfers(context: PluginContext, span: DaySpan) {
  const time = { $gte: span.from, $lt: span.until };
  const sums = transferSums(span);
  const found = context
    .model(transferResource)
    .find({ $or: [{ create_time: time }, { credited_time: time }] } as never, {
      ...{ state: 1, received: 1, create_time: 1, credited_time: 1 },
    })
    .lean()
    .cursor();
  for await (const transfer of found) sums.add(transfer as unknown as SeenTransfer);
  return sums.figures();
}
