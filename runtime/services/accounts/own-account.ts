import { errors, type Locale, type LoginResult, type UserInfo } from '@waypost/contract';
import type { Caller, Identity, RequestContext, SignedRequest } from '@waypost/sdk';
import type { AccountDocument } from '../collections.ts';
import type { Turn } from '../credentials/gate.ts';
import type { IdentityOptions } from '../identity-options.ts';

/** What people do with their own account: see who they are, and change their password. */
export function createOwnAccount(
  options: Pick<
    IdentityOptions,
    | 'audit'
    | 'callers'
    | 'collections'
    | 'guesses'
    | 'lockOut'
    | 'passwordChanged'
    | 'passwords'
    | 'roles'
    | 'sessions'
  >,
) {
  const { audit, collections, passwords, roles, sessions } = options;

  /** Who signed in, as the next request with this token will be seen. */
  async function loginResult(
    account: AccountDocument,
    token: string,
    { locale, address }: Pick<RequestContext, 'locale' | 'address'>,
  ): Promise<LoginResult> {
    const caller = await options.callers.authenticate(token, address);
    if (!caller) throw errors.unauthenticated.create();
    return resultFor(account, caller, token, locale);
  }

  async function resultFor(account: AccountDocument, caller: Caller, token: string, locale: Locale) {
    const user_info: UserInfo = {
      id: account._id,
      account: account.account,
      name: account.name,
      role: caller.role,
      role_name: await roles.nameOf(caller.role, locale),
      is_super: caller.isSuper,
      permissions: [...caller.permissions],
      must_change_password: account.must_change_password && !caller.actor,
      ...(caller.lacksSecondFactor ? { must_set_second_factor: true } : {}),
      ...(caller.actor ? { acted_by: caller.actor.account } : {}),
    };
    return { token, user_info };
  }

  async function ownAccount(caller: Caller): Promise<AccountDocument> {
    const found = await collections.accounts.findOne({ _id: caller.id });
    if (!found) throw errors.unauthenticated.create();
    return found;
  }

  /**
   * The old password is guessed through the same lock-out as a login, and within the bound of its session: a stolen one must
   * not open a way around it.
   */
  async function requireOldPassword(password: string, request: SignedRequest): Promise<AccountDocument> {
    const account = await ownAccount(request.caller);
    const isRight = await options.guesses.look('password', request, async () => {
      const attempt = await options.lockOut.enter({
        account: account.account,
        address: request.address,
        isKnownNetwork: true,
      });
      const turn = turnOf(request);
      const found = await attempt.look(() => passwords.verify(password, account.password_hash, turn));
      await (found.isRight ? attempt.passed() : attempt.failed());
      return found.isRight;
    });
    if (!isRight) throw wrongOldPassword();
    return account;
  }

  const changePassword: Identity['changePassword'] = async ({ oldPassword, password }, request) => {
    const account = await requireOldPassword(oldPassword, request);
    passwords.check({ password, account: account.account });
    // Whoever gave a one-time password, or found out another, would go on knowing it.
    if (password === oldPassword) throw passwordFault('password', 'same_as_old');
    const password_hash = await passwords.hash(password, turnOf(request));
    const change = { password_hash, must_change_password: false, is_one_time_used: false };
    // Only over the password that was checked: a reset meanwhile must win.
    const { modifiedCount } = await collections.accounts.updateOne(
      { _id: account._id, password_hash: account.password_hash },
      { $set: change },
    );
    if (modifiedCount === 0) throw wrongOldPassword();
    await sessions.endAll(request.caller.id);
    options.passwordChanged(request.caller.id);
    await audit.record({
      type: 'system.account.password_changed',
      plugin: 'system',
      target: request.caller.id,
      request,
    });
    const token = await sessions.create(request.caller.id, request);
    return loginResult({ ...account, ...change }, token, request);
  };

  return {
    loginResult,
    requireOldPassword,
    changePassword,
    async profile(caller: Caller, locale: Locale) {
      return resultFor(await ownAccount(caller), caller, options.callers.tokenOf(caller), locale);
    },
  };
}

/** Changes of passwords by people who are signed in take turns among themselves. */
export function turnOf(request: SignedRequest): Turn {
  return { kind: 'password', address: request.address, signal: request.signal };
}

function passwordFault(path: string, fault: string) {
  return errors.invalidInput.create({}, { errors: [{ path, message: `error.password.${fault}` }] });
}

/** Not a 401: clients would take that for the end of the session. */
const wrongOldPassword = () => passwordFault('old_password', 'wrong_old');
