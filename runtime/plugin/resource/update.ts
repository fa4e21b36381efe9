import { errors, type Resource, type UpdateOf } from '@waypost/contract';
import { type SignedRequest, toStoredTimes } from '@waypost/sdk';
import { checkRules } from './check-rules.ts';
import { findRow } from './find-row.ts';
import type { MountedResource, StoredRow } from './mounted-resource.ts';
import { presentRows, toWireRow } from './row.ts';
import { askBefore, tellAfter } from './row-hooks.ts';

/** Fields that no binding's answer can set: the kernel keeps them. */
const KEPT = ['id', '_id', 'version', 'create_time', 'update_time', 'remove_time', 'remove_by'];

/**
 * Changes a row if it is still as the caller saw it.
 * @throws AppError `not_found` 404; `stale_version` 409 with the current row and what differs from the caller's change
 */
export async function updateRow(
  mounted: MountedResource,
  body: Record<string, unknown> & { id: string; version: number },
  request: SignedRequest,
): Promise<{ id: string; version: number }> {
  const { resource, binding, model, clock } = mounted;
  const { id, version, ...change } = body;
  await binding.prepareUpdate?.(body as UpdateOf<Resource>, request);
  const after = await mounted.transaction(async (session) => {
    const before = await findRow(mounted, id, request, { session, isLive: true });
    if (before.version !== version) throw await staleVersion(mounted, before, change, request);
    checkRules(resource, { ...toWireRow(resource, before), ...change });
    await askBefore(mounted, { action: 'update', id, row: before, change, request });
    const step = { session, request, before };
    const fields = binding.beforeUpdate
      ? await binding.beforeUpdate(body as UpdateOf<Resource>, step as never)
      : change;
    const set = toStoredTimes(resource, fields);
    for (const name of KEPT) delete set[name];
    const after = await model
      .findOneAndUpdate(
        { _id: id, version } as never,
        { $set: { ...set, update_time: clock.date() }, $inc: { version: 1 } } as never,
        { returnDocument: 'after', session },
      )
      .lean<StoredRow>()
      .exec();
    if (after === null) {
      const current = await findRow(mounted, id, request, { session, isLive: true });
      throw await staleVersion(mounted, current, change, request);
    }
    await binding.afterWrite?.(after as never, step as never);
    await mounted.audit({ type: `${resource.name}.update`, target: id, before, after, request }, session);
    return after;
  });
  tellAfter(mounted, { action: 'update', id, row: after, change, request });
  return { id, version: after.version };
}

async function staleVersion(
  mounted: MountedResource,
  current: StoredRow,
  change: Record<string, unknown>,
  request: SignedRequest,
) {
  const [row] = await presentRows(mounted, [current], request);
  const changed = Object.entries(change)
    .filter(([field]) => !mounted.resource.fields[field]?.hints.secret)
    .filter(([field, sent]) => !Bun.deepEquals(sent, row?.[field]))
    .map(([field, sent]) => ({ field, sent, current: row?.[field] ?? null }));
  return errors.staleVersion.create({}, { content: { row, changed } });
}
