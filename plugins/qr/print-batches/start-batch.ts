import type { BodyOf } from '@waypost/contract';
import { addRow, type PluginContext, type SignedRequest } from '@waypost/sdk';
import { qrErrors } from '../codes/errors.ts';
import { requireGroup } from '../codes/groups/in-group.ts';
import type { makeBatchCall } from '../screens/print_batch/calls.ts';
import { printBatchResource } from '../screens/print_batch/resource.ts';
import { codeResource } from '../screens/qr_code_list/resource.ts';
import type { ReadSettings } from '../settings.ts';
import { findBatch, type StoredBatch } from './find-batch.ts';

export const MAKE_KIND = 'print_batch_make';

/**
 * Begins a batch and the making of its codes.
 * Errors: `qr.print_batch_limit` 409, `invalid_input` 422 at `group`, `too_many_operations` 409: nothing is there then.
 */
export async function startBatch(
  context: PluginContext,
  { body, readSettings }: { body: BodyOf<typeof makeBatchCall>; readSettings: ReadSettings },
  request: SignedRequest,
): Promise<{ id: string; batch: string }> {
  const owner = request.caller.id;
  const { name, size, group = null, has_claim_codes = false, remark = '' } = body;
  await requireRoom(context, { owner, size, readSettings });
  const row = await context.transaction(async (session) => {
    if (group !== null) await requireGroup(context, group, { owner, session });
    return addRow(
      context,
      printBatchResource,
      { name, size, group, has_claim_codes, remark },
      { owner, session, audit: false },
    );
  });
  const batch = String(row._id);
  try {
    const { id } = await startMaking(context, row, request);
    await context.audit({
      type: 'qr.print_batch.add',
      target: batch,
      after: { name, size, has_claim_codes, group },
      request,
    });
    return { id, batch };
  } catch (error) {
    await context.model(printBatchResource).deleteOne({ _id: batch, made: 0 });
    throw error;
  }
}

/** Goes on with a batch whose making was cut off. Errors: `not_found` 404, `qr.print_batch_whole` 409, `qr.print_batch_limit` 409. */
export async function makeRest(
  context: PluginContext,
  { id, readSettings }: { id: string; readSettings: ReadSettings },
  request: SignedRequest,
): Promise<{ id: string }> {
  const batch = await findBatch(context, id, request);
  if (batch.made >= batch.size) throw qrErrors.printBatchWhole.create({ name: batch.name });
  const size = batch.size - batch.made;
  await requireRoom(context, { owner: String(batch.owner), size, readSettings, without: id });
  return startMaking(context, batch, request);
}

const startMaking = (context: PluginContext, batch: StoredBatch, request: SignedRequest) =>
  context.operations.start(MAKE_KIND, { name: batch.name, input: { batch: String(batch._id) } }, request);

/** Codes that lead nowhere are addresses that nobody else gets: an account has so many of them at a time. */
async function requireRoom(
  context: PluginContext,
  {
    owner,
    size,
    readSettings,
    without,
  }: { owner: string; size: number; readSettings: ReadSettings; without?: string },
): Promise<void> {
  const { unclaimed_codes: most } = await readSettings();
  const made = await context.model(codeResource).countDocuments({ owner, is_unclaimed: true });
  const batches = await context
    .model(printBatchResource)
    .find({ owner, state: 'making', ...(without === undefined ? {} : { _id: { $ne: without } }) })
    .lean();
  // What is being made will be there.
  const there = batches.reduce((sum, batch) => sum + batch.size - batch.made, made);
  if (there + size > most) throw qrErrors.printBatchLimit.create({ most, left: Math.max(0, most - there) });
}
