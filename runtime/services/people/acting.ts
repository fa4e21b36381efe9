import { errors, type LoginResult, YesNo } from '@waypost/contract';
import type { People, RequestContext } from '@waypost/sdk';
import type { AccountDocument } from '../collections.ts';
import { accountDisabled } from '../errors.ts';
import type { IdentityOptions } from '../identity-options.ts';

/** Opens a session as somebody else that hangs on the operator's own one. */
export function createActing(
  { collections, sessions }: Pick<IdentityOptions, 'collections' | 'sessions'>,
  loginResult: (account: AccountDocument, token: string, request: RequestContext) => Promise<LoginResult>,
): People['actAs'] {
  return async (id, request) => {
    const { caller } = request;
    if (caller.via !== 'session' || caller.actor) throw errors.actingRefused.create();
    const account = await collections.accounts.findOne({ _id: id, remove_time: null });
    if (account?.disabled !== YesNo.no) throw accountDisabled.create();
    const acting = { id: caller.id, account: caller.account, session: caller.credential };
    const token = await sessions.create(id, { ...request, acting });
    return loginResult(account, token, request);
  };
}
