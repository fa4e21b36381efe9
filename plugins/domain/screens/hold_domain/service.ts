import type { RowOf } from '@waypost/contract';
import { ACCOUNT_STATES, type AccountStates, type PluginContext, type ResourceBinding } from '@waypost/sdk';
import { PLATFORM } from '../../domains/values.ts';
import { standings } from '../../reserve/standings.ts';
import { watchesOf } from '../../reserve/stored.ts';
import type { spareResource } from './resource.ts';
import type { takeOverResource } from './take-over.ts';

/** The functions behind resource `domain.spare`: how each stands, and whose it is. */
export function bindSpares(context: PluginContext): ResourceBinding<typeof spareResource> {
  return {
    async present(rows) {
      const all = new Map((await standings(context))?.map((one) => [one.spare._id, one]));
      const owners = [...all.values()].map(({ domain }) => String(domain.owner));
      const names = await accountNames(context, owners);
      return rows.map((row): RowOf<typeof spareResource> => {
        const one = all.get(row.id);
        return {
          ...row,
          standing: one?.standing ?? 'unchecked',
          take_over: one?.takeOver?._id ?? '',
          owner_account: names[String(one?.domain.owner)] ?? '',
          checked_time: one?.watch?.checked_time?.toISOString() ?? null,
        };
      });
    },
  };
}

/** The functions behind resource `domain.take_over`: who, and how both domains are now. */
export function bindTakeOvers(context: PluginContext): ResourceBinding<typeof takeOverResource> {
  return {
    async present(rows) {
      const names = await accountNames(
        context,
        rows.flatMap(({ holder, begun_by, back_by }) => [holder, begun_by, back_by]),
      );
      const watches = await watchesOf(
        context,
        rows.flatMap(({ from_domain, to_domain }) => [from_domain, to_domain]),
      );
      return rows.map(
        (row): RowOf<typeof takeOverResource> => ({
          ...row,
          holder_account: names[row.holder] ?? '',
          begun_account: names[row.begun_by] ?? '',
          back_account: names[row.back_by] ?? '',
          from_state: watches.get(row.from_domain)?.state ?? 'unknown',
          to_state: watches.get(row.to_domain)?.state ?? 'unknown',
        }),
      );
    },
  };
}

async function accountNames(
  context: PluginContext,
  ids: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const wanted = [...new Set(ids)].filter((id) => id !== '' && id !== PLATFORM);
  return wanted.length === 0
    ? {}
    : ((await context.require<AccountStates>(ACCOUNT_STATES)?.names(wanted)) ?? {});
}
