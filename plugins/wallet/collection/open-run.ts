import { readPayConfig } from '../chain/config/pay-config.ts';
import { readKeys } from '../sending/accounts.ts';
import type { Sender } from '../sending/sender.ts';
import { collectionErrors } from './errors.ts';
import { findCollectable } from './find-deposits.ts';
import { obstacleOf } from './plan.ts';
import {
  type CollectionLine,
  type CollectionRun,
  collectionLines,
  collectionRuns,
  findOpenRun,
} from './run.ts';

/**
 * Begins a run under its id, with a line for each address that has enough; once, whatever ended the process in between.
 * Errors: `wallet.collection_<obstacle>` 409
 */
export async function openRun(
  { context, signer }: Sender,
  { id, least }: { id: string; least: string },
): Promise<CollectionRun> {
  const known = await collectionRuns(context).findById(id).lean();
  if (known !== null) return known;
  const { keys, network } = await requireKeys({ context, signer });
  const found = await findCollectable(context, { network, least: BigInt(least), keys });
  const now = context.clock.date();
  const run: CollectionRun = {
    _id: id,
    network,
    least,
    receiver: keys.limits.collect_to,
    open: 'open',
    is_cancelled: false,
    open_time: now,
    end_time: null,
  };
  return context.transaction(async (session) => {
    const again = await collectionRuns(context).findById(id).session(session).lean();
    if (again !== null) return again;
    if ((await findOpenRun(context, session)) !== null) throw collectionErrors.running.create();
    await collectionRuns(context).create([run], { session });
    const lines = found.map(
      ({ deposit, address, key, index }): CollectionLine => ({
        _id: `${id}/${deposit}`,
        run: id,
        deposit,
        address,
        key,
        index,
        state: 'waiting',
        reason: '',
        next_look_time: now,
      }),
    );
    if (lines.length > 0) await collectionLines(context).create(lines, { session, ordered: true });
    return run;
  });
}

/** Refuses a run that could not begin now. Errors: `wallet.collection_<obstacle>` 409 */
export async function requireFree(sender: Sender): Promise<void> {
  if ((await findOpenRun(sender.context)) !== null) throw collectionErrors.running.create();
  await requireKeys(sender);
}

async function requireKeys({ context, signer }: Pick<Sender, 'context' | 'signer'>) {
  const config = await readPayConfig(context);
  const keys = await readKeys(signer, config);
  const obstacle = obstacleOf(keys, config);
  if (keys === undefined || obstacle !== '') throw collectionErrors[obstacle || 'signer'].create();
  return { keys, network: config.network };
}

/** Ends a run early: what is on its way comes to its end, nothing else is begun. Any number of times. */
export async function cancelRun({ context }: Sender, id: string): Promise<void> {
  await context.transaction(async (session) => {
    await collectionRuns(context).updateOne(
      { _id: id, open: 'open' },
      { $set: { is_cancelled: true } },
      { session },
    );
    await collectionLines(context).updateMany(
      { run: id, state: 'waiting' },
      { $set: { state: 'skipped', reason: 'cancelled' } },
      { session },
    );
  });
}
