import type { PluginContext } from '@waypost/sdk';
import { codeResource } from '../../screens/qr_code_list/resource.ts';
import { publishCodes } from '../publish-codes.ts';

/** Name of the job that looks which codes have had the visits that they expire after. */
const MARK_USED_UP = 'mark_used_up';
const PORTION = 200;

/**
 * Visits are held to the limit by the process that answers them. What lists find, and what further processes have
 * counted, is looked after here.
 */
export async function keepUsedUp(context: PluginContext): Promise<void> {
  context.jobs.define(MARK_USED_UP, (_data, signal) => markUsedUp(context, signal));
  await context.jobs.every('1 minute', MARK_USED_UP);
}

/** Marks codes whose visits are used up. Publishing tells every process how many there were. */
export async function markUsedUp(
  context: PluginContext,
  signal: Pick<AbortSignal, 'aborted'>,
): Promise<void> {
  const model = context.model(codeResource);
  let after: string | undefined;
  while (!signal.aborted) {
    const limited = { expires_after: { $gt: 0 }, used_up_at: null, remove_time: null };
    const some = await model
      .find({ ...limited, ...(after === undefined ? {} : { _id: { $gt: after } }) })
      .sort({ _id: 1 })
      .limit(PORTION)
      .lean();
    const last = some.at(-1);
    if (last === undefined) return;
    after = String(last._id);
    const totals = await context.visits.totals(some.map(({ _id }) => String(_id)));
    const ids = some
      .filter(({ _id, expires_after }) => (totals.get(String(_id))?.view_number ?? 0) >= (expires_after ?? 0))
      .map(({ _id }) => String(_id));
    if (ids.length > 0) await markSome(context, ids);
  }
}

async function markSome(context: PluginContext, ids: readonly string[]): Promise<void> {
  const model = context.model(codeResource);
  await context.transaction(async (session) => {
    // The limit may have been raised since.
    const filter = {
      _id: { $in: ids },
      expires_after: { $gt: 0 },
      used_up_at: null,
      remove_time: null,
    };
    const codes = await model.find(filter).session(session).lean();
    const totals = await context.visits.totals(codes.map(({ _id }) => String(_id)));
    const done = codes.filter(
      ({ _id, expires_after }) => (totals.get(String(_id))?.view_number ?? 0) >= (expires_after ?? 0),
    );
    if (done.length === 0) return;
    // Visits never change the version of a code.
    await model.updateMany(
      { _id: { $in: done.map(({ _id }) => _id) } },
      { $set: { used_up_at: context.clock.date() } },
      { session, timestamps: false },
    );
    await publishCodes(context, done, session);
  });
}
