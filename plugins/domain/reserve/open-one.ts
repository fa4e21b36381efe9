import { addRow, type PluginContext } from '@waypost/sdk';
import { inFamily } from '../domains/families.ts';
import type { StoredDomain } from '../domains/stored.ts';
import { takeOverResource } from '../screens/hold_domain/take-over.ts';
import { RESERVE_FAMILY, type StoredTakeOver, toldOf } from './stored.ts';
import type { Hint, Reason, ReserveNotice } from './values.ts';

/** @returns the take-over; undefined where there is one for this failure already */
export async function openOne(
  context: PluginContext,
  domain: StoredDomain,
  opening: {
    reason: Reason;
    fault?: StoredTakeOver['fault'];
    hint?: Hint;
    isPolicy?: boolean;
    /** A person may begin one though the same failure had one that was put away. */
    isPerson?: boolean;
    told?: ReserveNotice;
  },
): Promise<StoredTakeOver | undefined> {
  const { reason, fault = '', hint = '', isPolicy = false, isPerson = isPolicy, told } = opening;
  const from_domain = String(domain._id);
  return inFamily(context, RESERVE_FAMILY, async (session) => {
    const model = context.model(takeOverResource);
    const same = { from_domain, ...(isPerson ? { is_open: true } : { is_unsettled: true }) };
    if ((await model.exists(same).session(session)) !== null) return undefined;
    const notices = told === undefined ? {} : { notices: [toldOf(told, context.clock.date()).$push.notices] };
    return addRow(
      context,
      takeOverResource,
      {
        shown: domain.shown,
        name: domain.name,
        from_domain,
        type: domain.type,
        holder: String(domain.owner),
        reason,
        fault,
        hint,
        is_policy: isPolicy,
        // Nothing but a failure is served by itself.
        state: hint === '' && !isPerson ? 'waiting' : 'offered',
        ...notices,
        has_notices: told !== undefined,
      },
      { session, audit: false },
    );
  });
}
