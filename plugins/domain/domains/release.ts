import type { PluginContext, SignedRequest } from '@waypost/sdk';
import { over } from '../proof/next-state.ts';
import { domainResource } from '../screens/domain_list/resource.ts';
import type { ReadSettings } from '../settings.ts';
import { changeDomain } from './change-domain.ts';
import { domainErrors } from './errors.ts';
import { findDomain, type StoredDomain } from './stored.ts';

/** Gives an own name up; of one that was never proved nothing is kept. Errors: `not_found` 404, `domain.name_over` 409, `domain.not_own` 409 for one of the platform's. */
export async function releaseDomain(
  context: PluginContext,
  { id, readSettings }: { id: string; readSettings: ReadSettings },
  request: SignedRequest,
): Promise<null> {
  const row = await findDomain(context, id, request);
  if (row.proved_time === null && (await forgetClaim(context, row, request))) return null;
  await changeDomain(
    context,
    row,
    {
      verb: 'release',
      change(before) {
        if (before.is_platform) throw domainErrors.notOwn.create({ name: before.shown });
        if (!before.is_there) throw domainErrors.nameOver.create({ name: before.shown });
        return over('released', context.clock.date());
      },
    },
    { request, readSettings },
  );
  return null;
}

/** Takes a claim away that nobody has proved; false when it has been meanwhile, or is over. */
async function forgetClaim(
  context: PluginContext,
  { _id, name, owner }: StoredDomain,
  request: SignedRequest,
): Promise<boolean> {
  return context.transaction(async (session) => {
    const { deletedCount } = await context
      .model(domainResource)
      .deleteOne({ _id, state: 'waiting' })
      .session(session);
    if (deletedCount === 0) return false;
    const before = { name, owner, state: 'waiting' };
    await context.audit({ type: 'domain.domain.release', target: String(_id), before, request }, session);
    return true;
  });
}
