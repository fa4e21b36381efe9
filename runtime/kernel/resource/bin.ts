import { YesNo } from '@waypost/contract';
import type { SignedRequest } from '@waypost/sdk';
import { findRow } from './find-row.ts';
import type { MountedResource, StoredRow } from './mounted-resource.ts';

/** Moves a row into the bin (`remove: 2`, the default) or back (`remove: 1`); one that is there already stays as it is. */
export async function moveRow(
  mounted: MountedResource,
  body: { id: string; remove?: number | undefined },
  request: SignedRequest,
): Promise<{ id: string; version: number }> {
  const { binding, model, clock } = mounted;
  const isRemoved = (body.remove ?? YesNo.yes) === YesNo.yes;
  return mounted.transaction(async (session) => {
    const before = await findRow(mounted, body.id, request, { session });
    if ((before.remove_time !== null) === isRemoved) return { id: body.id, version: before.version };
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
    await binding.afterWrite?.((after ?? undefined) as never, { session, request, before } as never);
    return { id: body.id, version: after?.version ?? before.version };
  });
}

/** Deletes a row for good, from the bin or not. */
export async function purgeRow(mounted: MountedResource, id: string, request: SignedRequest): Promise<null> {
  const { binding, model } = mounted;
  return mounted.transaction(async (session) => {
    const before = await findRow(mounted, id, request, { session });
    await model.deleteOne({ _id: id } as never, { session }).exec();
    await binding.afterWrite?.(undefined, { session, request, before } as never);
    return null;
  });
}
