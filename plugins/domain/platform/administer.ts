import { ACCOUNT_STATES, type AccountStates, type PluginContext, type SignedRequest } from '@waypost/sdk';
import { changeDomain } from '../domains/change-domain.ts';
import { domainErrors } from '../domains/errors.ts';
import { findDomain } from '../domains/stored.ts';
import { PLATFORM } from '../domains/values.ts';
import { over } from '../proof/next-state.ts';
import { domainResource } from '../screens/domain_list/resource.ts';
import type { ReadSettings } from '../settings.ts';
import { requirePlatform } from './apply.ts';

/**
 * Lends a name of the platform to a customer, whatever their quota, or takes it back.
 * Errors: `domain.not_platform` 409, `domain.owner_unknown` 422, `domain.name_there` 409 where they claim it themselves
 */
export async function assignDomain(
  context: PluginContext,
  { id, holder, readSettings }: { id: string; holder: string | null; readSettings: ReadSettings },
  request: SignedRequest,
): Promise<null> {
  const row = await findDomain(context, id, request);
  requirePlatform(row);
  const states = context.require<AccountStates>(ACCOUNT_STATES);
  if (holder !== null && (await states?.isCustomer(holder)) !== true)
    throw domainErrors.ownerUnknown.create(
      {},
      { errors: [{ path: 'holder', message: 'error.domain.owner_unknown' }] },
    );
  const owner = holder ?? PLATFORM;
  await changeDomain(
    context,
    row,
    {
      verb: 'assign',
      async change(before, session) {
        requirePlatform(before);
        const same = { owner, name: before.name, is_there: true, _id: { $ne: before._id } };
        if ((await context.model(domainResource).exists(same).session(session)) !== null)
          throw domainErrors.nameThere.create({ name: before.shown });
        return { owner };
      },
    },
    { request, readSettings },
  );
  return null;
}

/** Ends a name of the platform. Errors: `domain.not_platform` 409, `domain.name_over` 409. */
export async function retireDomain(
  context: PluginContext,
  { id, readSettings }: { id: string; readSettings: ReadSettings },
  request: SignedRequest,
): Promise<null> {
  const row = await findDomain(context, id, request);
  await changeDomain(
    context,
    row,
    {
      verb: 'retire',
      change(before) {
        requirePlatform(before);
        return { ...over('retired', context.clock.date()), owner: PLATFORM };
      },
    },
    { request, readSettings },
  );
  return null;
}
