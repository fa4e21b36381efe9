import { ACCOUNT_PATTERN, errors, type Locale, normaliseAccount, YesNo } from '@waypost/contract';
import type {
  Caller,
  Clock,
  Identity,
  LoginResult,
  Random,
  RequestContext,
  SignedRequest,
  UserInfo,
} from '@waypost/sdk';
import type { ApiKeys } from './accounts/api-keys.ts';
import type { Callers } from './accounts/callers.ts';
import type { createRegister } from './accounts/register.ts';
import type { Sessions } from './accounts/sessions.ts';
import type { createSignIn } from './accounts/sign-in.ts';
import { skeletonOf } from './accounts/skeleton.ts';
import type { AuditLog } from './audit/audit-log.ts';
import type { AccountDocument, Collections } from './collections.ts';
import type { Turn } from './credentials/gate.ts';
import { invitationCode } from './credentials/invitation-code.ts';
import type { LockOut } from './credentials/lock-out.ts';
import { type Passwords, randomPassword } from './credentials/password.ts';
import { lastSuper } from './errors.ts';
import { menuTree } from './menu/tree.ts';
import type { Roles } from './roles/roles.ts';
import type { Sealing } from './sealed/sealing.ts';
import type { PlatformSettingsStore } from './settings/platform-settings.ts';
import type { SitePictures } from './settings/site-pictures.ts';
import type { Catalogue } from './types.ts';

/** What plugins with the capability `identity` get; the words are in the SDK's type. */
export function createIdentity(options: {
  collections: Collections;
  catalogue: Catalogue;
  sealing: Sealing;
  passwords: Passwords;
  lockOut: LockOut;
  sessions: Sessions;
  apiKeys: ApiKeys;
  callers: Callers;
  roles: Roles;
  audit: AuditLog;
  signIn: ReturnType<typeof createSignIn>;
  register: ReturnType<typeof createRegister>;
  platform: PlatformSettingsStore;
  pictures: SitePictures;
  clock: Clock;
  random: Random;
}): Identity {
  const { collections, passwords, sessions, roles, audit } = options;

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
    const role = await roles.find(caller.role);
    const user_info: UserInfo = {
      id: account._id,
      account: account.account,
      name: account.name,
      role: caller.role,
      role_name: role ? options.catalogue.translate(locale, `role.${role.key}`) : '',
      is_super: caller.isSuper,
      permissions: [...caller.permissions],
      must_change_password: account.must_change_password,
    };
    return { token, user_info };
  }

  async function ownAccount(caller: Caller): Promise<AccountDocument> {
    const found = await collections.accounts.findOne({ _id: caller.id });
    if (!found) throw errors.unauthenticated.create();
    return found;
  }

  /** The old password is guessed through the same lock-out as a login: a stolen session must not open a way around it. */
  async function requireOldPassword(password: string, request: SignedRequest): Promise<AccountDocument> {
    const account = await ownAccount(request.caller);
    const attempt = await options.lockOut.enter({
      account: account.account,
      address: request.address,
      isKnownNetwork: true,
    });
    const turn = turnOf(request);
    const { isRight } = await attempt.look(() => passwords.verify(password, account.password_hash, turn));
    if (isRight) {
      await attempt.passed();
      return account;
    }
    await attempt.failed();
    throw wrongOldPassword();
  }

  return {
    challenge: async () => options.sealing.challenge(),
    login: async (input, request) => {
      const { token, account } = await options.signIn(input, request);
      return loginResult(account, token, request);
    },
    register: async (input, request) => {
      const { token, account } = await options.register(input, request);
      return loginResult(account, token, request);
    },
    platformSettings: () => options.platform.read(),
    currentPlatformSettings: () => options.platform.readNow(),
    changePlatformSettings: async (version, change, request) => {
      const before = await options.platform.readNow();
      const after = await options.platform.change(version, change);
      await audit.record({
        type: 'system.configuration.update',
        plugin: 'system',
        before: before.values,
        after: after.values,
        request,
      });
      return after;
    },
    sitePicture: (kind) => options.pictures.read(kind),
    changeSitePicture: async (kind, png, request) => {
      const before = await options.pictures.read(kind);
      const after = await options.pictures.change(kind, png);
      await audit.record({
        type: 'system.configuration.picture',
        plugin: 'system',
        target: kind,
        before: { hash: before?.hash ?? null },
        after: { hash: after?.hash ?? null },
        request,
      });
      return after;
    },
    logout: async (caller) => {
      if (caller.via === 'session') await sessions.end(caller.credential);
    },
    profile: async (caller, locale) =>
      resultFor(await ownAccount(caller), caller, options.callers.tokenOf(caller), locale),
    menuTree: async ({ caller, locale }) => ({
      tree_menu_arr: menuTree(options.catalogue, caller, locale),
      remotes: options.catalogue.remotes().map((remote) => ({ ...remote })),
      slots: options.catalogue
        .slots()
        .filter(
          ({ permission }) =>
            permission === undefined || caller.isSuper || caller.permissions.has(permission),
        )
        .map(({ slot, plugin, name, order }) => ({ slot, plugin, name, order })),
      generation: options.catalogue.generation(),
    }),
    publicRemotes: () =>
      options.catalogue
        .remotes()
        .filter((remote) => remote.public_screens.length > 0)
        .map((remote) => ({ ...remote })),
    changePassword: async ({ oldPassword, password }, request) => {
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
      await audit.record({
        type: 'system.account.password_changed',
        plugin: 'system',
        target: request.caller.id,
        request,
      });
      const token = await sessions.create(request.caller.id, request);
      return loginResult({ ...account, ...change }, token, request);
    },
    accountSkeleton: (account) => skeletonOf(account),
    requireOldPassword: async (password, request) => {
      await requireOldPassword(password, request);
    },
    accountName: (account) => {
      const name = normaliseAccount(account);
      if (ACCOUNT_PATTERN.test(name)) return name;
      throw errors.invalidInput.create({}, { errors: [{ path: 'account', message: 'error.account.form' }] });
    },
    hashPassword: async (password, account, request) => {
      passwords.check({ password, account });
      return passwords.hash(password, turnOf(request));
    },
    randomPassword: () => randomPassword(options.random),
    invitationCode: () => invitationCode(options.random),
    endSessions: (account) => sessions.endAll(account),
    revokeAccess: async (account, reason) => {
      await sessions.endAll(account);
      await options.apiKeys.revokeAll(account, reason);
    },
    newApiKey: async (input, session) => {
      const made = await options.apiKeys.prepare(input, session);
      // Read behind the write that every new key makes: a reset or a disabling was before it, and is seen, or comes after
      // it, and ends this key with the others.
      const owner = await collections.accounts.findOne(
        { _id: input.owner, disabled: YesNo.no, remove_time: null, must_change_password: { $ne: true } },
        { session },
      );
      if (!owner) throw errors.unauthenticated.create();
      return made;
    },
    revokeApiKey: async (id, reason, session) => {
      await options.apiKeys.revoke(id, reason, session);
    },
    forget: async (account) => {
      await sessions.endAll(account);
      await options.apiKeys.removeAll(account);
    },
    online: (accounts) => sessions.online(accounts),
    roleId: (key) => roles.idOf(key),
    roles: async () => (await roles.all()).map(({ id, key }) => ({ id, key })),
    requireRoleWithin: (role, caller) => roles.requireWithin(role, caller),
    requireSuperLeft: async (session) => {
      const id = await roles.idOf('super');
      // A write that every such change makes: of two at once, one must run again and sees what the other did.
      await collections.roles.updateOne({ _id: id }, { $inc: { guard: 1 } }, { session });
      const left = await collections.accounts.findOne(
        { role: id, disabled: YesNo.no, remove_time: null },
        { session },
      );
      if (!left) throw lastSuper.create();
    },
  };
}

/** Changes of passwords by people who are signed in take turns among themselves. */
function turnOf(request: SignedRequest): Turn {
  return { kind: 'password', address: request.address, signal: request.signal };
}

function passwordFault(path: string, fault: string) {
  return errors.invalidInput.create({}, { errors: [{ path, message: `error.password.${fault}` }] });
}

/** Not a 401: clients would take that for the end of the session. */
const wrongOldPassword = () => passwordFault('old_password', 'wrong_old');
