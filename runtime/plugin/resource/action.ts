import type { Resource } from '@waypost/contract';
import type { ResourceBinding, SignedRequest } from '@waypost/sdk';
import { findRow } from './find-row.ts';
import type { MountedResource, StoredRow } from './mounted-resource.ts';

export type ActionHandler = NonNullable<NonNullable<ResourceBinding<Resource>['actions']>[string]>;

/** Runs a declared action on one row within the caller's scope, in a transaction of its own. */
export async function runAction(
  mounted: MountedResource,
  action: { name: string; handler: ActionHandler; id: string; body: Record<string, unknown> },
  request: SignedRequest,
): Promise<unknown> {
  const { name, handler, id, body } = action;
  const type = `${mounted.resource.name}.${name}`;
  return mounted.transaction(async (session) => {
    const before = await findRow(mounted, id, request, { session });
    const result = await handler({ id, body, row: before as never, session }, request);
    const after = await mounted.model.findById(id).session(session).lean<StoredRow>().exec();
    await mounted.audit({ type, target: id, before, after, request }, session);
    return result;
  });
}
