import { ACCOUNT_DATA_POINT, type PluginContext } from '@waypost/sdk';
import type { StoredDomain } from './domains/stored.ts';
import { domainResource } from './screens/domain_list/resource.ts';

/** Rows that are handed over at once. */
const PORTION = 200;

/** What the owner of an account takes along: the domains, those that are over too. */
export function contributeAccountData(context: PluginContext): void {
  context.points.contribute(ACCOUNT_DATA_POINT, '^1', 'domain.domains', {
    title: 'menu.domain_list',
    portion: async ({ account, after }: { account: string; after: string | null }) => {
      const filter = { owner: account, ...(after === null ? {} : { _id: { $gt: after } }) };
      const found = (await context
        .model(domainResource)
        .find(filter as never)
        .sort({ _id: 1 })
        .limit(PORTION)
        .lean()) as StoredDomain[];
      const rows = found.map(
        ({ _id, name, shown, type, state, is_platform, proved_time, ended_time, create_time }) => ({
          id: String(_id),
          ...{ name, shown, type, state, is_platform, proved_time, ended_time, create_time },
        }),
      );
      return { rows, next: found.length < PORTION ? null : String(found.at(-1)?._id) };
    },
  });
}
