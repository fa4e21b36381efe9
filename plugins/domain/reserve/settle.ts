import type { PluginContext } from '@waypost/sdk';
import { takeOverResource } from '../screens/hold_domain/take-over.ts';
import { UNSERVED } from './claim.ts';
import {
  changeTakeOver,
  heldDomains,
  isWorking,
  type StoredTakeOver,
  type TakeOverChange,
  watchesOf,
} from './stored.ts';
import type { ReserveNotice } from './values.ts';

/** Take-overs that are read at once. */
const PORTION = 200;

/** What has become of domains that failed: what works again needs no spare, and what a spare serves can go back. */
export async function settleTakeOvers(context: PluginContext): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await context
      .model(takeOverResource)
      .find({ is_unsettled: true, _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(PORTION)
      .lean();
    const ids = rows.map(({ from_domain }) => from_domain);
    const both = rows.flatMap(({ from_domain, to_domain }) => [from_domain, to_domain]);
    const [domains, watches] = await Promise.all([heldDomains(context, both), watchesOf(context, ids)]);
    for (const row of rows) {
      const isTheirs = (id: string) => String(domains.get(id)?.owner) === row.holder;
      const isHeld = isTheirs(row.from_domain) && (row.to_domain === '' || isTheirs(row.to_domain));
      const change = changeOf(row, {
        isHeld,
        works: isWorking(watches.get(row.from_domain)),
        now: context.clock.date(),
      });
      if (change !== undefined)
        await changeTakeOver(context, { _id: row._id, where: { state: row.state } }, change);
    }
    if (rows.length < PORTION) return;
    after = rows.at(-1)?._id ?? '';
  }
}

function changeOf(
  { state, is_open, is_policy, works_time, reason }: StoredTakeOver,
  { isHeld, works, now }: { isHeld: boolean; works: boolean; now: Date },
): { set: TakeOverChange; told?: ReserveNotice } | undefined {
  const isUnserved = (UNSERVED as readonly string[]).includes(state);
  // One of both is nobody's any more, or another one's: nothing goes back. Who moves now sees it by itself.
  if (!isHeld && (isUnserved || state === 'moved' || state === 'stopped' || !is_open))
    return {
      set: {
        is_open: false,
        holds_spare: false,
        is_unsettled: false,
        hint: 'gone',
        ...(isUnserved ? { state: 'dismissed' } : {}),
      },
    };
  if (!works) return works_time === null ? undefined : { set: { works_time: null } };
  if (!is_open) return { set: { works_time: works_time ?? now, is_unsettled: false } };
  if (isUnserved)
    // Whether a block is lifted is not for the watching to say, and a person may leave a domain that works.
    return is_policy || reason === 'person'
      ? undefined
      : { set: { state: 'recovered', hint: '', is_open: false, is_unsettled: false, works_time: now } };
  if (works_time !== null) return undefined;
  const isServed = state === 'moved' || state === 'stopped';
  return { set: { works_time: now }, ...(isServed ? { told: 'works_again' } : {}) };
}
