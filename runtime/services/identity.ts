import { ACCOUNT_PATTERN, errors, normaliseAccount, YesNo } from '@waypost/contract';
import type { Identity } from '@waypost/sdk';
import { createOwnAccount, turnOf } from './accounts/own-account.ts';
import { skeletonOf } from './accounts/skeleton.ts';
import { invitationCode } from './credentials/invitation-code.ts';
import { randomPassword } from './credentials/password.ts';
import { lastSuper } from './errors.ts';
import type { IdentityOptions } from './identity-options.ts';
import { homePath, menuTree } from './menu/tree.ts';
import { createPeople } from './people/people.ts';
import { createOwnSecondFactor } from './second-factor/own-second-factor.ts';

/** What plugins with the capability `identity` get; the words are in the SDK's type. */
export function createIdentity(options: IdentityOptions): Identity {
  const { collections, passwords, sessions, roles } = options;

  const own = createOwnAccount(options);

  return {
    people: createPeople(options, own.loginResult),
    secondFactor: createOwnSecondFactor({
      ...options,
      requireOldPassword: own.requireOldPassword,
    }),
    challenge: async () => options.sealing.challenge(),
    login: async (input, request) => {
      const { token, account } = await options.signIn(input, request);
      return own.loginResult(account, token, request);
    },
    register: async (input, request) => {
      const { token, account } = await options.registration.register(input, request);
      return own.loginResult(account, token, request);
    },
    isInvitationKnown: options.registration.isInvitationKnown,
    platformSettings: () => options.platform.read(),
    currentPlatformSettings: async () => {
      const { version, values } = await options.platform.readNow();
      return { version, values };
    },
    ...settingsMethods(options),
    logout: async (caller) => {
      if (caller.via === 'session') await sessions.end(caller.credential);
    },
    profile: async (caller, locale) => own.profile(caller, locale),
    menuTree: async ({ caller, locale, language = locale }) => ({
      tree_menu_arr: menuTree({
        catalogue: options.catalogue,
        caller,
        languages: [language, locale],
        changes: await collections.menuNodes.find({}).toArray(),
      }),
      home: homePath(options.catalogue, caller),
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
    changePassword: own.changePassword,
    accountSkeleton: (account) => skeletonOf(account),
    requireOldPassword: async (password, request) => {
      await own.requireOldPassword(password, request);
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
      if (reason === 'password_reset') options.passwordChanged(account);
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
      await options.secondFactors.remove(account);
    },
    online: (accounts) => sessions.online(accounts),
    roleId: (key) => roles.idOf(key),
    roles: async () => (await roles.all()).map(({ id, key, name, kind }) => ({ id, key, name, kind })),
    roleName: (role, locale) => roles.nameOf(role, locale),
    rolesWith: async (permission) =>
      (await roles.all()).filter(({ permissions }) => permissions.has(permission)).map(({ id }) => id),
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

/** Changes of what belongs to the whole installation, each with its line in the audit log. */
function settingsMethods(
  options: Pick<IdentityOptions, 'audit' | 'pictures' | 'settingsChanges' | 'settingsHistory'>,
): Pick<Identity, 'changePlatformSettings' | 'sitePicture' | 'changeSitePicture' | 'keptSitePictures'> {
  const { audit, pictures } = options;
  return {
    changePlatformSettings: async (version, change, request) => {
      const after = await options.settingsChanges.change(version, change, request);
      return { version: after.version, values: after.values };
    },
    sitePicture: (kind) => pictures.read(kind),
    keptSitePictures: () => pictures.kept(),
    changeSitePicture: async (kind, picture, request) => {
      const before = await pictures.read(kind);
      const after = await pictures.change(kind, picture);
      const { id, account } = request.caller.actor ?? request.caller;
      const hashes = { before: before?.hash ?? null, after: after?.hash ?? null };
      const changes = hashes.before === hashes.after ? [] : [{ name: kind, ...hashes }];
      await options.settingsHistory.record({ changes, actor: { id, account } });
      await audit.record({
        type: 'system.configuration.picture',
        plugin: 'system',
        target: kind,
        before: { hash: hashes.before },
        after: { hash: hashes.after },
        request,
      });
      return after;
    },
  };
}
