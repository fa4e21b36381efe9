import type { ResultOf } from '@waypost/contract';
import { newVersion, type PluginContext, requireRow, type SignedRequest } from '@waypost/sdk';
import { searchKeys } from '../../people/search.ts';
import { userResource } from '../user_list/resource.ts';
import type { ownProfile } from './calls.ts';

type Profile = ResultOf<typeof ownProfile>;
type Change = Partial<Omit<Profile, 'account'>>;

const FIELDS = { account: 1, name: 1, phone: 1, email: 1 } as const;

/** What the caller's account says of the person. */
export async function readProfile(context: PluginContext, { caller }: SignedRequest): Promise<Profile> {
  return shown(await requireRow(context.model(userResource).findById(caller.id, FIELDS).lean()));
}

/** Writes what the person says of themselves. */
export async function changeProfile(
  context: PluginContext,
  change: Change,
  request: SignedRequest,
): Promise<Profile> {
  const { id, account } = request.caller;
  // An emptied name falls back to the account, as at creation.
  const set = change.name === '' ? { ...change, name: account } : change;
  return context.transaction(async (session) => {
    const model = context.model(userResource);
    const before = shown(await requireRow(model.findById(id, FIELDS).session(session).lean()));
    const after = { ...before, ...set };
    if (Bun.deepEquals(before, after)) return before;
    await model.updateOne({ _id: id }, newVersion(context, { ...set, ...searchKeys(set) }), {
      session,
      timestamps: false,
    });
    await context.audit({ type: 'system.own_account.update', target: id, before, after, request }, session);
    return after;
  });
}

/** Rows of older versions have neither name nor address. */
const shown = ({
  account,
  name = '',
  phone = '',
  email = '',
}: Pick<Profile, 'account'> & Change): Profile => ({
  account,
  name,
  phone,
  email,
});
