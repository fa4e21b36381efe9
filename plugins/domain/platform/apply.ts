import { errors } from '@waypost/contract';
import { type DomainUse, newVersion, type PluginContext, type SignedRequest } from '@waypost/sdk';
import { changeDomain } from '../domains/change-domain.ts';
import { afterChange } from '../domains/changed.ts';
import { domainErrors } from '../domains/errors.ts';
import { accountFamily, inFamily } from '../domains/families.ts';
import { findDomain, type StoredDomain } from '../domains/stored.ts';
import { PLATFORM } from '../domains/values.ts';
import { followHolder } from '../forwards/publish-forwards.ts';
import { domainResource } from '../screens/domain_list/resource.ts';
import type { ReadSettings } from '../settings.ts';
import { freeNames, quotaOf, usedOf } from './quota.ts';

/**
 * Lends the caller a free name of the platform. Two who apply at once get two names, or one none; one who applies twice at
 * once stays within the quota.
 * Errors: `domain.platform_limit` 409, `domain.none_free` 409
 */
export async function applyForDomain(
  context: PluginContext,
  { type, readSettings }: { type: DomainUse; readSettings: ReadSettings },
  request: SignedRequest,
): Promise<{ id: string }> {
  const owner = request.caller.id;
  const most = await quotaOf(context, owner, readSettings);
  const free = await freeNames(context, type);
  const model = context.model(domainResource);
  const after = await inFamily(context, accountFamily(owner), async (session) => {
    if ((await usedOf(context, owner, session)) >= most) throw domainErrors.platformLimit.create({ most });
    for (const { _id, name } of free) {
      // One that the caller has as a claim of the own cannot be theirs twice.
      const claimed = { owner, name, is_there: true };
      if ((await model.exists(claimed).session(session)) !== null) continue;
      const lent = await model
        .findOneAndUpdate({ _id, owner: PLATFORM, state: 'proved' }, newVersion(context, { owner }), {
          session,
          timestamps: false,
          returnDocument: 'after',
        })
        .lean();
      if (lent === null) continue;
      await followHolder(context, { before: { ...lent, owner: PLATFORM }, after: lent }, session);
      const told = { type: 'domain.domain.apply', target: String(_id), after: { name, owner }, request };
      await context.audit(told, session);
      return lent;
    }
    throw domainErrors.noneFree.create();
  });
  await afterChange(context, [{ before: { ...after, owner: PLATFORM }, after }], readSettings);
  return { id: String(after._id) };
}

/** Gives a name of the platform back. Errors: `not_found` 404, `domain.not_platform` 409. */
export async function giveBack(
  context: PluginContext,
  { id, readSettings }: { id: string; readSettings: ReadSettings },
  request: SignedRequest,
): Promise<null> {
  const row = await findDomain(context, id, request);
  const change = (before: StoredDomain) => {
    requirePlatform(before);
    // Lent to somebody else meanwhile: it is not theirs to give back.
    if (before.owner !== row.owner) throw errors.notFound.create();
    return { owner: PLATFORM };
  };
  await changeDomain(context, row, { verb: 'give_back', change }, { request, readSettings });
  return null;
}

/** @throws AppError `domain.not_platform` 409, `domain.name_over` 409 */
export function requirePlatform({ is_platform, is_there, shown }: StoredDomain): void {
  if (!is_platform) throw domainErrors.notPlatform.create({ name: shown });
  if (!is_there) throw domainErrors.nameOver.create({ name: shown });
}
