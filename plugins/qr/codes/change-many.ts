import { newVersion, type PluginContext } from '@waypost/sdk';
import { codeResource } from '../screens/qr_code_list/resource.ts';
import { knownBy } from './history/known-by.ts';
import type { StoredCode } from './link.ts';
import { publishCodes } from './publish-codes.ts';

/** Codes of one transaction. */
const PORTION = 200;

/** What a freeze of many codes writes; `frozen_with` names what froze them, so that lifting finds just these. */
export type Freeze = Pick<StoredCode, 'is_frozen' | 'frozen_reason' | 'frozen_with'> & {
  frozen_at: Date | null;
  frozen_by: string;
};

/** What lifting writes. */
export const LIFTED: Freeze = {
  is_frozen: false,
  frozen_reason: '',
  frozen_with: '',
  frozen_at: null,
  frozen_by: '',
};

/** One change of many codes, with what the log says of each. */
export interface Change {
  filter: Record<string, unknown>;
  set: Record<string, unknown>;
  /** Of the entry in the log. */
  type: string;
  before: (code: StoredCode) => Record<string, unknown>;
  after: Record<string, unknown>;
}

/** A freeze of what a filter finds, or its lifting. */
export function frozen(filter: Record<string, unknown>, freeze: Freeze): Change {
  const { is_frozen, frozen_reason, frozen_by } = freeze;
  return {
    filter,
    set: freeze,
    type: is_frozen ? 'qr.code.freeze' : 'qr.code.lift',
    before: (code) => ({ ...knownBy(code), is_frozen: code.is_frozen === true }),
    after: { is_frozen, frozen_reason, frozen_by },
  };
}

/** Makes a change some codes at a time, until its filter finds none. @returns how many were changed */
export async function inPortions(context: PluginContext, change: Change): Promise<number> {
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
    const found = await model.find(filter).limit(PORTION).session(session).lean();
    if (found.length === 0) return 0;
    const some = { _id: { $in: found.map(({ _id }) => _id) } };
    await model.updateMany(some, newVersion(context, set), { session, timestamps: false });
    await publishCodes(context, await model.find(some).session(session).lean(), session);
    // An entry for each: the history of a code is read by its id.
    for (const code of found)
      await context.audit({ type, target: String(code._id), before: before(code), after }, session);
    return found.length;
  });
}
