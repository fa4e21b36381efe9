import { ACCOUNT_DATA_POINT, type PluginContext } from '@waypost/sdk';
import { checkResource } from './screens/wx_shield_detection/resource.ts';

/** Rows that are handed over at once. */
const PORTION = 200;

/** What the owner of an account takes along: the checks that were made for it. */
export function contributeAccountData(context: PluginContext): void {
  context.points.contribute(ACCOUNT_DATA_POINT, '^1', 'wechat-shield.checks', {
    title: 'menu.wx_shield_detection',
    portion: async ({ account, after }: { account: string; after: string | null }) => {
      const found = await context
        .model(checkResource)
        .find({ owner: account, ...(after === null ? {} : { _id: { $gt: after } }) })
        .sort({ _id: 1 })
        .limit(PORTION)
        .lean();
      return {
        rows: found.map(({ address, status, providers, time, reason }) => ({
          address,
          status,
          providers,
          time,
          reason,
        })),
        next: found.length < PORTION ? null : String(found.at(-1)?._id),
      };
    },
  });
}
