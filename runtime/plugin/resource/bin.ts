import { errors, YesNo } from '@waypost/contract';
import type { Session, SignedRequest } from '@waypost/sdk';
import { findRow } from './find-row.ts';
import type { MountedResource, StoredRow } from './mounted-resource.ts';
import { askBefore, tellAfter } from './row-hooks.ts';

/** Moves a row into the bin (`remove: 2`, the default) or back (`remove: 1`); one that is there already stays as it is. */
export async function moveRow(
  mounted: MountedResource,
  body: { id: string; remove?: number | undefined },
  request: SignedRequest,
): Promise<{ id: string; version: number }> {
  const { resource, binding, model, clock } = mounted;
  const isRemoved = (body.remove ?? YesNo.yes) === YesNo.yes;
  const action = isRemoved ? 'bin' : 'restore';
  const { before, after } = await mounted.transaction(async (session) => {
    const before = await findRow(mounted, body.id, request, { session });
    if ((before.remove_time !== null) === isRemoved) return { before, after: before };
    await askBefore(mounted, { action, id: body.id, row: before, request });
    const now = clock.date();
    const set = {
      remove_time: isRemoved ? now : null,
      remove_by: isRemoved ? request.caller.id : null,
      update_time: now,
    };
    const after = await model
      .findOneAndUpdate({ _id: body.id } as never, { $set: set, $inc: { version: 1 } } as never, {
        returnDocument: 'after',
        session,
      })
      .lean<StoredRow>()
      .exec();
    if (after === null) throw errors.notFound.create();
    await binding.afterWrite?.(after as never, { session, request, before } as never);
    await mounted.audit(
      { type: `${resource.name}.update_remove`, target: body.id, before, after, request },
      session,
    );
    return { before, after };
  });
  if (after !== before) tellAfter(mounted, { action, id: body.id, row: after, request });
  return { id: body.id, version: after.version };
}

/**
 * Deletes a row for good, from the bin or not.
 * @param first what is done within the transaction before the row goes
 */
export async function purgeRow(
  mounted: MountedResource,
  id: string,
  request: SignedRequest,
  first?: (row: StoredRow, session: Session) => Promise<void>,
): Promise<null> {
  const { resource, binding, model } = mounted;
  const before = await mounted.transaction(async (session) => {
    const before = await findRow(mounted, id, request, { session });
    await askBefore(mounted, { action: 'purge', id, row: before, request });
    await first?.(before, session);
    await model.deleteOne({ _id: id } as never, { session }).exec();
    await binding.afterWrite?.(undefined, { session, request, before } as never);
    await mounted.audit({ type: `${resource.name}.remove`, target: id, before, request }, session);
    return before;
  });
  tellAfter(mounted, { action: 'purge', id, row: before, request });
  return null;
}
