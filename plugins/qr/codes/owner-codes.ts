import type { OwnerCodes, PluginContext } from '@waypost/sdk';
import { pauseOwner, resumeOwner } from '../limits/paused-owners.ts';
import { codeResource } from '../screens/qr_code_list/resource.ts';
import { frozen, inPortions, LIFTED } from './change-many.ts';
import { knownBy } from './history/known-by.ts';
import { ofAnyHost } from './host-freezes.ts';

/** What becomes of the codes of an account that is switched off, those in the bin too. */
export function ownerCodes(context: PluginContext): OwnerCodes {
  // A freeze for a host gives way: it comes back by itself once the account is open again, as far as it still holds.
  const notFrozen = (owner: string) => ({ owner, $or: [{ is_frozen: { $ne: true } }, ofAnyHost] });
  return {
    count: (owner) => context.model(codeResource).countDocuments(notFrozen(owner)),
    freeze: ({ owner, reason, by }) =>
      inPortions(
        context,
        frozen(notFrozen(owner), {
          is_frozen: true,
          frozen_reason: reason,
          frozen_with: owner,
          frozen_at: context.clock.date(),
          frozen_by: by,
        }),
      ),
    lift: (owner) => inPortions(context, frozen({ frozen_with: owner, is_frozen: true }, LIFTED)),
    bin: ({ owner, by }) => {
      const removed = { remove_time: context.clock.date(), remove_by: by };
      return inPortions(context, {
        filter: { owner, remove_time: null },
        set: removed,
        type: 'qr.code.update_remove',
        before: (code) => ({ ...knownBy(code), remove_time: null }),
        after: removed,
      });
    },
    pause: (owner) => pauseOwner(context, owner, 'membership'),
    resume: (owner) => resumeOwner(context, owner, 'membership'),
  };
}
