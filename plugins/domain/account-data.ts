import type { Resource } from '@waypost/contract';
import { ACCOUNT_DATA_POINT, type AccountData, type PluginContext } from '@waypost/sdk';
import type { StoredDomain } from './domains/stored.ts';
import type { StoredForward } from './forwards/publish-forwards.ts';
import { domainResource } from './screens/domain_list/resource.ts';
import { forwardResource } from './screens/forward/resource.ts';

/** Rows that are handed over at once. */
const PORTION = 200;

/** What the owner of an account takes along: the domains, those that are over too, and the rules by which they lead on. */
export function contributeAccountData(context: PluginContext): void {
  const contribute = (name: string, data: AccountData) =>
    context.points.contribute(ACCOUNT_DATA_POINT, '^1', name, data);
  contribute('domain.domains', {
    title: 'menu.domain_list',
    portion: portionsOf(context, domainResource, (row: StoredDomain) => {
      const { _id, name, shown, type, state, is_platform, proved_time, ended_time, create_time } = row;
      const rest = { name, shown, type, state, is_platform, proved_time, ended_time, create_time };
      return { id: String(_id), ...rest };
    }),
  });
  contribute('domain.forwards', {
    title: 'menu.forward',
    portion: portionsOf(context, forwardResource, (row: StoredForward) => {
      const { _id, domain, path, target, status, keep_path, keep_query, position, state, create_time } = row;
      const rest = { domain, path, target, status, keep_path, keep_query, position, state, create_time };
      return { id: String(_id), ...rest };
    }),
  });
}

/** All rows of an account, some at a time by their ids. */
function portionsOf<Row extends { _id: unknown }>(
  context: PluginContext,
  resource: Resource,
  view: (row: Row) => Record<string, unknown>,
): AccountData['portion'] {
  return async ({ account, after }) => {
    const filter = { owner: account, ...(after === null ? {} : { _id: { $gt: after } }) };
    const found = (await context
      .model(resource)
      .find(filter as never)
      .sort({ _id: 1 })
      .limit(PORTION)
      .lean()) as unknown as Row[];
    return { rows: found.map(view), next: found.length < PORTION ? null : String(found.at(-1)?._id) };
  };
}
