import { OperationStatus } from '@waypost/contract';
import type { PluginContext, Stored } from '@waypost/sdk';
import { operation } from '../screens/async_operations/resource.ts';
import { scriptRun } from '../screens/script/resource.ts';
import type { Results } from './results.ts';
import { OPEN_RUN, RUN_KIND } from './values.ts';

/** A run is written down before its operation is: one this young may still get it. */
const YOUNG_MS = 60_000;
/** Runs that are looked at together. */
const AT_ONCE = 200;

type OpenRun = Pick<Stored<typeof scriptRun>, '_id' | 'operation'>;
type Runs = Pick<PluginContext, 'clock' | 'model'>;

/** Says of a run that will not be gone on with that it is over, and of each server what is known of it. */
export async function endRun({ clock, model }: Runs, results: Results, run: string): Promise<void> {
  await results.updateMany({ run, state: 'waiting' }, { $set: { state: 'cancelled' } });
  await results.updateMany({ run, state: 'running' }, { $set: { state: 'unknown', may_go_on: true } });
  const ended = { state: 'cancelled', end_time: clock.date() } as const;
  await model(scriptRun).updateOne({ _id: run, ...OPEN_RUN }, { $set: ended });
}

/**
 * Ends runs that nobody does: their process ended before their operation was written down, or before it could tell that the
 * operation had ended, or the operation was removed. Else they would be shown as running for ever.
 */
export async function settleLostRuns(context: PluginContext, results: Results): Promise<void> {
  const before = new Date(context.clock.now() - YOUNG_MS);
  for (let after = ''; ; ) {
    const open = await context
      .model(scriptRun)
      .find({ ...OPEN_RUN, _id: { $gt: after }, create_time: { $lt: before } }, { operation: 1 })
      .sort({ _id: 1 })
      .limit(AT_ONCE)
      .lean();
    await settle(context, results, open);
    const last = open.at(-1);
    if (last === undefined || open.length < AT_ONCE) return;
    after = String(last._id);
  }
}

async function settle(context: PluginContext, results: Results, open: readonly OpenRun[]): Promise<void> {
  if (open.length === 0) return;
  // After the runs: whoever ended one since has said so in the run before the operation.
  const going = await context
    .model(operation)
    .find({ kind: `system.${RUN_KIND}`, status: OperationStatus.inProgress }, { input: 1 })
    .lean();
  const doneBy = new Map(going.map(({ _id, input }) => [input.run, _id]));
  for (const { _id, operation: known } of open) {
    const id = String(_id);
    const by = doneBy.get(id);
    if (by === undefined) {
      context.log.warn({ run: id }, 'a run of a script that nobody does was ended');
      await endRun(context, results, id);
    } else if (known !== by) {
      // It can be cancelled then.
      const done = { $set: { operation: by } };
      await context.model(scriptRun).updateOne({ _id: id, ...OPEN_RUN }, done);
    }
  }
}
