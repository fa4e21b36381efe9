import { newVersion, type PluginContext, type Session } from '@waypost/sdk';
import { codeResource } from '../screens/qr_code_list/resource.ts';
import { refuseMissing } from './change-codes.ts';
import { knownBy } from './history/known-by.ts';
import { keepLifted } from './host-freezes.ts';
import type { StoredCode } from './link.ts';
import { publishCodes } from './publish-codes.ts';
import type { CodeAuthor } from './scope.ts';

/** What freezing and lifting write; the owner's own fields are left alone. */
type Freeze = Pick<StoredCode, 'is_frozen' | 'frozen_reason' | 'frozen_with'> & {
  frozen_at: Date | null;
  frozen_by: string;
};

/**
 * Freezes every named code, those in the bin too: all of them or none. One that is frozen already gets the new reason.
 * Errors: `not_found` 404 with the place of each id that the caller does not reach.
 * @param together what is written in the same transaction
 */
export function freezeCodes(
  context: PluginContext,
  input: { ids: readonly string[]; reason: string },
  author: CodeAuthor,
  together?: (session: Session) => Promise<void>,
): Promise<number> {
  const freeze = {
    is_frozen: true,
    frozen_reason: input.reason,
    // From now on it is this operator's freeze, whatever becomes of the account.
    frozen_with: '',
    frozen_at: context.clock.date(),
    frozen_by: author.id,
  };
  return setFreeze(context, { given: input.ids, freeze, together }, author);
}

/**
 * Lifts the freeze of every named code: each answers as its owner has left it, and one that was frozen for a host is not frozen
 * for it again before the host was released. Errors as for freezing.
 */
export function liftCodes(
  context: PluginContext,
  ids: readonly string[],
  author: CodeAuthor,
): Promise<number> {
  const freeze = { is_frozen: false, frozen_reason: '', frozen_with: '', frozen_at: null, frozen_by: '' };
  return setFreeze(context, { given: ids, freeze }, author);
}

async function setFreeze(
  context: PluginContext,
  change: {
    given: readonly string[];
    freeze: Freeze;
    together?: ((session: Session) => Promise<void>) | undefined;
  },
  { scope, by }: CodeAuthor,
): Promise<number> {
  const { given, freeze, together } = change;
  const ids = [...new Set(given)];
  const model = context.model(codeResource);
  const { is_frozen, frozen_reason } = freeze;
  const before = await context.transaction(async (session) => {
    const filter = { ...scope, _id: { $in: ids } };
    const before = await model.find(filter).session(session).lean();
    refuseMissing(given, before);
    await model.updateMany(filter, newVersion(context, freeze), { session, timestamps: false });
    if (!is_frozen) await keepLifted(context, before, session);
    const after = await model.find(filter).session(session).lean();
    await publishCodes(context, after, session);
    // An entry for each: the history of a code is read by its id.
    for (const code of before)
      await context.audit(
        {
          type: is_frozen ? 'qr.code.freeze' : 'qr.code.lift',
          target: String(code._id),
          before: {
            ...knownBy(code),
            is_frozen: code.is_frozen === true,
            frozen_reason: code.frozen_reason ?? '',
          },
          after: { is_frozen, frozen_reason },
          ...by,
        },
        session,
      );
    await together?.(session);
    return before;
  });
  return before.length;
}
