import { ACCOUNT_DATA_POINT, type AccountData, type PluginContext } from '@waypost/sdk';
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
    portion: portionsOf(
      (behind) => context.model(domainResource).find(behind).sort({ _id: 1 }).limit(PORTION).lean(),
      (row) => {
        const { _id, name, shown, type, state, is_platform, proved_time, ended_time, create_time } = row;
        const rest = { name, shown, type, state, is_platform, proved_time, ended_time, create_time };
        return { id: String(_id), ...rest };
      },
    ),
  });
  contribute('domain.forwards', {
    title: 'menu.forward',
    portion: portionsOf(
      (behind) => context.model(forwardResource).find(behind).sort({ _id: 1 }).limit(PORTION).lean(),
      (row) => {
        const { _id, domain, path, target, status, keep_path, keep_query, position, state, create_time } =
          row;
        const rest = { domain, path, target, status, keep_path, keep_query, position, state, create_time };
        return { id: String(_id), ...rest };
      },
    ),
  });
}

/** Rows of an account behind an id. */
type Behind = { owner: string; _id?: { $gt: string } };

/** All rows of an account, some at a time by their ids. */
function portionsOf<Row extends { _id: string }>(
  find: (behind: Behind) => Promise<Row[]>,
  view: (row: Row) => Record<string, unknown>,
): AccountData['portion'] {
  return async ({ account, after }) => {
    const behind = { owner: account, ...(after === null ? {} : { _id: { $gt: after } }) };
    const found = await find(behind);
    return { rows: found.map(view), next: found.length < PORTION ? null : String(found.at(-1)?._id) };
  };
}
