import type { RowOf } from '@waypost/contract';
import {
  ACCOUNT_STATES,
  type AccountStates,
  type PluginContext,
  type ResourceBinding,
  requireRow,
  type SignedRequest,
} from '@waypost/sdk';
import { PLATFORM } from '../../domains/values.ts';
import type { Surroundings } from '../../watching/look.ts';
import type { StoredWatch } from '../../watching/stored.ts';
import { tellAlerts } from '../../watching/tell-alerts.ts';
import { FACETS } from '../../watching/values.ts';
import { lookOnce } from '../../watching/watch-round.ts';
import { writeLooks } from '../../watching/write-looks.ts';
import { watchResource } from './resource.ts';

type Watch = typeof watchResource;
const READ_ALL = 'domain.watch:read_all';

/** The functions behind resource `domain.watch`, which nobody writes but looks. */
export function bindWatches(context: PluginContext): ResourceBinding<Watch> {
  return {
    async present(rows) {
      const ids = rows.map(({ owner }) => owner ?? '').filter((owner) => owner !== PLATFORM);
      const names = (await context.require<AccountStates>(ACCOUNT_STATES)?.names(ids)) ?? {};
      return rows.map((row): RowOf<Watch> => ({ ...row, owner_account: names[row.owner ?? ''] ?? '' }));
    },
  };
}

/** A watched name that the caller reaches. @throws AppError `not_found` 404 */
export async function findWatch(
  context: PluginContext,
  id: string,
  { caller }: SignedRequest,
): Promise<StoredWatch> {
  const seesAll = caller.isSuper || caller.permissions.has(READ_ALL);
  return requireRow(
    context
      .model(watchResource)
      .findOne({ _id: id, ...(seesAll ? {} : { owner: caller.id }) })
      .lean(),
  );
}

/** Looks at a name at once, at all of it, and says what was found. */
export async function checkNow(context: PluginContext, row: StoredWatch, around: Surroundings) {
  const settled = await lookOnce(context, row, around, { isWhole: true });
  await writeLooks(context, [{ row, settled }]);
  await tellAlerts(context);
  const { change } = settled;
  return {
    state: change.state ?? row.state,
    next_check_time: (change.next_check_time ?? context.clock.date()).toISOString(),
    found: FACETS.flatMap((facet) => {
      const found = settled.found[facet];
      if (found === undefined) return [];
      const { finding, fault, ms } = found;
      return [{ facet, finding, fault, ms }];
    }),
  };
}
