import type { OwnerCodes, PluginContext } from '@waypost/sdk';
import { pauseOwner, resumeOwner } from '../limits/paused-owners.ts';
import { codeResource } from '../screens/qr_code_list/resource.ts';
import { knownBy } from './history/known-by.ts';
import type { StoredCode } from './link.ts';
import { publishCodes } from './publish-codes.ts';

/** Codes of one transaction. */
const PORTION = 200;

/** What the freeze of an account writes to its codes; `frozen_with` names the account, so that lifting finds just these. */
type Freeze = Pick<StoredCode, 'is_frozen' | 'frozen_reason' | 'frozen_with'> & {
  frozen_at: Date | null;
  frozen_by: string;
};

/** One change of many codes, with what the log says of each. */
interface Change {
  filter: Record<string, unknown>;
  set: Record<string, unknown>;
  /** Of the entry in the log. */
  type: string;
  before: (code: StoredCode) => Record<string, unknown>;
  after: Record<string, unknown>;
}

/** What becomes of the codes of an account that is switched off, those in the bin too. */
export function ownerCodes(context: PluginContext): OwnerCodes {
  const notFrozen = (owner: string) => ({ owner, is_frozen: { $ne: true } });
  return {
    count: (owner) => context.model(codeResource).countDocuments(notFrozen(owner) as never),
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
    lift: (owner) =>
      inPortions(
        context,
        frozen(
          { frozen_with: owner, is_frozen: true },
          { is_frozen: false, frozen_reason: '', frozen_with: '', frozen_at: null, frozen_by: '' },
        ),
      ),
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

function frozen(filter: Record<string, unknown>, freeze: Freeze): Change {
  const { is_frozen, frozen_reason, frozen_by } = freeze;
  return {
    filter,
    set: freeze,
    type: is_frozen ? 'qr.code.freeze' : 'qr.code.lift',
    before: (code) => ({ ...knownBy(code), is_frozen: code.is_frozen === true }),
    after: { is_frozen, frozen_reason, frozen_by },
  };
}

async function inPortions(context: PluginContext, change: Change): Promise<number> {
  for (let count = 0; ; ) {
    const done = await onePortion(context, change);
    count += done;
    if (done < PORTION) return count;
  }
}

async function onePortion(
  context: PluginContext,
  { filter, set, type, before, after }: Change,
): Promise<number> {
  const model = context.model(codeResource);
  return context.transaction(async (session) => {
    const found = (await model
      .find(filter as never)
      .limit(PORTION)
      .session(session)
      .lean()) as StoredCode[];
    if (found.length === 0) return 0;
    const some = { _id: { $in: found.map(({ _id }) => _id) } } as never;
    await model.updateMany(
      some,
      { $set: { ...set, update_time: context.clock.date() }, $inc: { version: 1 } } as never,
      { session, timestamps: false },
    );
    await publishCodes(context, (await model.find(some).session(session).lean()) as StoredCode[], session);
    // An entry for each: the history of a code is read by its id.
    for (const code of found)
      await context.audit({ type, target: String(code._id), before: before(code), after }, session);
    return found.length;
  });
}
