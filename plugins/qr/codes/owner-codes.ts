import type { OwnerCodes, PluginContext } from '@waypost/sdk';
import { codeResource } from '../screens/qr_code_list/resource.ts';
import type { StoredCode } from './link.ts';
import { publishCodes } from './service.ts';

/** Codes of one transaction. */
const PORTION = 200;

/** What the freeze of an account writes to its codes; `frozen_with` names the account, so that lifting finds just these. */
type Freeze = Pick<StoredCode, 'is_frozen' | 'frozen_reason' | 'frozen_with'> & {
  frozen_at: Date | null;
  frozen_by: string;
};

/** Freezes the codes of an account that is switched off, those in the bin too, and lifts that freeze again. */
export function ownerCodes(context: PluginContext): OwnerCodes {
  const model = context.model(codeResource);

  async function inPortions(filter: Record<string, unknown>, freeze: Freeze): Promise<number> {
    for (let count = 0; ; ) {
      const done = await onePortion(filter, freeze);
      count += done;
      if (done < PORTION) return count;
    }
  }

  async function onePortion(filter: Record<string, unknown>, freeze: Freeze): Promise<number> {
    const before = await context.transaction(async (session) => {
      const found = (await model
        .find(filter as never)
        .limit(PORTION)
        .session(session)
        .lean()) as StoredCode[];
      if (found.length === 0) return found;
      const some = { _id: { $in: found.map(({ _id }) => _id) } } as never;
      await model.updateMany(
        some,
        { $set: { ...freeze, update_time: context.clock.date() }, $inc: { version: 1 } } as never,
        { session, timestamps: false },
      );
      await publishCodes(context, (await model.find(some).session(session).lean()) as StoredCode[], session);
      return found;
    });
    // An entry for each: the history of a code is read by its id.
    for (const code of before)
      await context.audit({
        type: freeze.is_frozen ? 'qr.code.freeze' : 'qr.code.lift',
        target: String(code._id),
        before: { owner: String(code.owner), is_frozen: code.is_frozen === true },
        after: {
          is_frozen: freeze.is_frozen,
          frozen_reason: freeze.frozen_reason,
          frozen_by: freeze.frozen_by,
        },
      });
    return before.length;
  }

  const notFrozen = (owner: string) => ({ owner, is_frozen: { $ne: true } });
  return {
    count: (owner) => model.countDocuments(notFrozen(owner) as never),
    freeze: ({ owner, reason, by }) =>
      inPortions(notFrozen(owner), {
        is_frozen: true,
        frozen_reason: reason,
        frozen_with: owner,
        frozen_at: context.clock.date(),
        frozen_by: by,
      }),
    lift: (owner) =>
      inPortions(
        { frozen_with: owner, is_frozen: true },
        { is_frozen: false, frozen_reason: '', frozen_with: '', frozen_at: null, frozen_by: '' },
      ),
  };
}
