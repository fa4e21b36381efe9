import type { PluginContext, SignedRequest } from '@waypost/sdk';
import { over } from '../proof/next-state.ts';
import type { ReadSettings } from '../settings.ts';
import { changeDomain } from './change-domain.ts';
import { domainErrors } from './errors.ts';
import { findDomain } from './stored.ts';

/** Gives an own name up. Errors: `not_found` 404, `domain.name_over` 409, `domain.not_own` 409 for one of the platform's. */
export async function releaseDomain(
  context: PluginContext,
  { id, readSettings }: { id: string; readSettings: ReadSettings },
  request: SignedRequest,
): Promise<null> {
  const row = await findDomain(context, id, request);
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
