import { AGENTS_PLACE } from '../../agents/place.ts';
import { describeRatio } from '../../agents/ratio.ts';
import { whose } from '../../agents/whose.ts';
import { namesOf } from '../../money/names-of.ts';
import { requireMemberships, type Wallet } from '../../wallet.ts';
import { READ_ALL_SHARES, READ_SHARES, shareRatioCall } from './calls.ts';
import { shareResource } from './resource.ts';

const PLACE = { ...AGENTS_PLACE, route: 'agent_divided_into', sort: 50, icon: 'share' } as const;

/** Mounts what was earned of each order: the own orders for an agent, everybody's for operators. */
export function mountShares({ context }: Wallet): void {
  context.resource(shareResource, {
    scope: (request) => whose(request, READ_ALL_SHARES, undefined),
    present: async (rows) => {
      const names = await namesOf(
        context,
        rows.flatMap(({ agent, customer }) => [agent, customer]),
      );
      return rows.map((row) => ({
        ...row,
        agent_account: names[row.agent] ?? '',
        customer_account: names[row.customer] ?? '',
      }));
    },
  });
  context.call(shareRatioCall, async (_body, { caller }) =>
    describeRatio((await requireMemberships(context).inviter(caller.id)).share_ratio),
  );
  context.menu({ ...PLACE, parent: 'earnings', sort: 28, roles: ['administrator'] }, READ_ALL_SHARES, [
    READ_SHARES,
  ]);
  context.menu({ ...PLACE, roles: ['agent'] }, READ_SHARES);
}
