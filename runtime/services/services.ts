import { errors, YesNo } from '@waypost/contract';
import { isDuplicateKey } from '../storage/index.ts';
import { createAccountAccess } from './accounts/account-access.ts';
import { createAccounts } from './accounts/accounts.ts';
import { createApiKeys, fillApiKeys } from './accounts/api-keys.ts';
import { createCallers } from './accounts/callers.ts';
import { createFirstAdministrator } from './accounts/first-administrator.ts';
import { createHierarchy, fillAncestors, fillSearchKeys } from './accounts/hierarchy.ts';
import { fillInvitationCodes } from './accounts/invitation-codes.ts';
import { fillSkeletons } from './accounts/look-alikes.ts';
import { createRegistration } from './accounts/register.ts';
import { createSessions, type Sessions } from './accounts/sessions.ts';
import { createSignIn } from './accounts/sign-in.ts';
import type { AuditLog } from './audit/audit-log.ts';
import { createRecords } from './audit/create-records.ts';
import { findJoinedTargets } from './audit/joined-targets.ts';
import { readAudited } from './audit/read-audited.ts';
import { type Collections, ensureIndexes, openCollections } from './collections.ts';
import { createLinkPasswords } from './credentials/link-passwords.ts';
import { createLockOut } from './credentials/lock-out.ts';
import { createPasswords } from './credentials/password.ts';
import { createPluginPasswords } from './credentials/plugin-passwords.ts';
import { createPluginSecrets } from './credentials/plugin-secrets.ts';
import { createSessionGuesses } from './credentials/session-guesses.ts';
import { createEntitlements, ensureEntitlementRooms } from './entitlements/entitlements.ts';
import { createIdentity } from './identity.ts';
import { createIpBlackRows } from './ip-black/ip-black-rows.ts';
import { createLedger } from './ledger/ledger.ts';
import { ensureLedgerIndexes, openLedger } from './ledger/ledger-collections.ts';
import { verifyLedger } from './ledger/verify-ledger.ts';
import { rememberDeclared } from './menu/declared-nodes.ts';
import { createDefaultPassword } from './people/default-password.ts';
import { createPublicPages } from './public-pages/public-pages.ts';
import { forgetPermissions, permissionOwners } from './roles/forget-permissions.ts';
import { createRoleAdministration } from './roles/role-administration.ts';
import { createRoles } from './roles/roles.ts';
import { createSealing } from './sealed/sealing.ts';
import { createCheckedCodes } from './second-factor/checked-codes.ts';
import { createSecondFactors, type SecondFactors } from './second-factor/second-factors.ts';
import { createMaintenance } from './settings/maintenance.ts';
import type { PlatformSettingsStore } from './settings/platform-settings.ts';
import { createSettingsParts } from './settings/settings-parts.ts';
import type { RuntimeServices, ServicesOptions } from './types.ts';

/** Builds the services of one process over one connection; nothing touches the store before `start` or the first use. */
export function createServices(options: ServicesOptions): RuntimeServices {
  const { connection, clock, random, log, catalogue } = options;
  const collections = openCollections(connection);
  const parts = { collections, clock, random, log, catalogue };
  const { auditLog, pluginHistory, auditDesk, logConfig } = createRecords(options, collections);
  const settings = createSettingsParts({ ...options, collections, audit: auditLog });
  const { platform } = settings;
  const passwords = createPasswords(options.passwordCost);
  const sealing = createSealing({ ...options, useOnce: (id, until) => useOnce(collections, id, until) });
  const roles = createRoles(parts);
  const sessions = createSessions(parts);
  const entitlements = createEntitlements({ connection });
  const publicPages = createPublicPages({ clock });
  const apiKeys = createApiKeys({ ...parts, connection, entitlements });
  const hierarchy = createHierarchy({ connection, collections });
  const accounts = createAccounts({ ...parts, passwords, roles, sessions, apiKeys, hierarchy });
  const secondFactors = createSecondFactors({ ...parts, deriveKey: options.deriveKey });
  const callers = createCallers({
    ...parts,
    sessions,
    apiKeys,
    roles,
    lacksSecondFactor: lacksFactor({ platform, secondFactors }),
  });
  const maintenance = createMaintenance({ platform, roles });
  const audit = auditLog;
  const guarded = { ...parts, platform, secondFactors, sessions, audit };
  const { lockOut, guesses, codes } = createGuessBounds(options, guarded);
  const signIn = createSignIn({ ...guarded, passwords, lockOut, codes, maintenance });
  const registration = createRegistration({ collections, accounts, sessions, platform, roles, audit });
  const ledger = openLedger(connection);
  const identity = createIdentity({
    ...guarded,
    sealing,
    passwords,
    lockOut,
    guesses,
    apiKeys,
    callers,
    roles,
    signIn,
    codes,
    defaultPassword: createDefaultPassword({
      ...guarded,
      settings: collections.settings,
      deriveKey: options.deriveKey,
      passwords,
    }),
    registration,
    ...settings,
    hierarchy,
    ledger,
    passwordChanged: options.passwordChanged ?? (() => {}),
  });
  const follow = async () => {
    await roles.grantDefaults();
    await rememberDeclared(collections.declaredNodes, catalogue);
  };
  const stopListening = catalogue.onChange(follow);
  return {
    start: async () => {
      await ensureIndexes(collections);
      await ensureLedgerIndexes(ledger);
      await ensureEntitlementRooms({ connection });
      await auditLog.takeOver();
      await findJoinedTargets(collections.audit, collections.settings);
      await roles.seed();
      await follow();
      await fillRows(collections, random);
      await announceFirst(options, { collections, accounts });
    },
    authenticate: authenticator({ callers, maintenance }),
    identity,
    roleAdministration: createRoleAdministration({ collections, catalogue, roles }),
    ledgerOf: (plugin) =>
      createLedger({ connection, ledger, accounts: collections.accounts, clock, random }, plugin),
    verifyLedger: () => verifyLedger({ connection, ledger }),
    entitlements,
    publicPages,
    passwordsOf: (plugin) => createPluginPasswords(passwords, plugin),
    linkPasswords: createLinkPasswords({
      failures: collections.linkFailures,
      used: collections.usedChallenges,
      passwords,
      clock,
    }),
    secretsOf: (plugin) => createPluginSecrets(options.deriveKey('plugin-secrets'), plugin),
    unseal: (sealed, place) => sealing.unseal(sealed, place),
    audit: async (entry, session) => {
      if (!(await logConfig.isRecorded(entry.type))) return;
      await auditLog.record({ actor: options.actor ?? null, ...entry }, session);
    },
    auditCommitted: auditLog.committed,
    audited: (query) => readAudited(auditLog, query),
    stop: async () => {
      await stopListening();
      await Promise.all([auditLog.stop(), pluginHistory.stop()]);
    },
    accounts,
    apiKeys,
    auditLog,
    auditDesk,
    pluginHistory,
    accountAccess: createAccountAccess({
      ...parts,
      connection,
      roles,
      sessions,
      apiKeys,
      lockOut,
      requireSuperLeft: identity.requireSuperLeft,
    }),
    ipBlackRows: createIpBlackRows({ collection: collections.ipBlack, clock, random }),
    forgetPermissions: (plugin) => forgetPermissions(collections, plugin),
    permissionOwners: () => permissionOwners(collections),
    callers,
    confirmIdentity: codes.confirm,
    ...settings,
  };
}

/** Knows callers by their tokens, and keeps those out for whom maintenance has closed the platform. */
function authenticator({
  callers,
  maintenance,
}: {
  callers: ReturnType<typeof createCallers>;
  maintenance: ReturnType<typeof createMaintenance>;
}): RuntimeServices['authenticate'] {
  return async (token, { address, isPublic = false }) => {
    const caller = await callers.authenticate(token, address);
    if (caller === undefined || !(await maintenance.isClosedTo(caller.role))) return caller;
    if (!isPublic) throw errors.maintenance.create();
    return { ...caller, isKeptOut: true };
  };
}

/** What rows of earlier versions lack. */
async function fillRows(collections: Collections, random: ServicesOptions['random']) {
  await fillInvitationCodes(collections.accounts, random);
  await fillApiKeys(collections);
  await fillSkeletons(collections);
  await fillAncestors(collections);
  await fillSearchKeys(collections);
}

/** Makes the administrator of an installation that has none, and tells the terminal of it. */
async function announceFirst(
  { connection, environment, announce }: ServicesOptions,
  parts: { collections: Collections; accounts: ReturnType<typeof createAccounts> },
): Promise<void> {
  const { adminAccount: account, adminPassword: password, dataDirectory } = environment;
  const made = await createFirstAdministrator({ connection, ...parts, account, password });
  if (made?.password !== undefined)
    announce(
      `administrator ${made.account} ${made.password} (a one-time password of the new installation with DATA_DIR ${dataDirectory}: log in with it, once, and choose your own)`,
    );
  else if (made) announce(`administrator ${made.account} (password as set in ADMIN_PASSWORD)`);
}

/** Whether an operator has to set a second factor up before anything else. */
const lacksFactor =
  ({
    platform,
    secondFactors,
  }: {
    platform: Pick<PlatformSettingsStore, 'read'>;
    secondFactors: Pick<SecondFactors, 'find'>;
  }) =>
  async (account: string) =>
    (await platform.read()).operator_second_factor === YesNo.yes &&
    (await secondFactors.find(account)) === undefined;

/** How many failed logins lock an account for how many minutes, as it is set now. */
const failureLimits = (platform: Pick<PlatformSettingsStore, 'read'>) => async () => {
  const { login_failure_limit, login_failure_minute } = await platform.read();
  return { limit: login_failure_limit, minutes: login_failure_minute };
};

async function useOnce(collections: Collections, id: string, expiresAt: Date): Promise<boolean> {
  try {
    await collections.usedChallenges.insertOne({ _id: id, expires_at: expiresAt });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** What stands between somebody who guesses passwords or codes and an account. */
function createGuessBounds(
  { clock, sessionGuessed }: ServicesOptions,
  {
    audit,
    collections,
    platform,
    secondFactors,
    sessions,
  }: {
    audit: AuditLog;
    collections: Collections;
    platform: PlatformSettingsStore;
    secondFactors: SecondFactors;
    sessions: Sessions;
  },
) {
  const lockOut = createLockOut({ failures: collections.failures, clock, limits: failureLimits(platform) });
  const guesses = createSessionGuesses({
    lockOut,
    sessions,
    audit,
    clock,
    ended: (account, facts) => sessionGuessed?.({ account, ...facts }),
  });
  return {
    lockOut,
    guesses,
    codes: createCheckedCodes({ secondFactors, lockOut, guesses, sessions, audit, clock }),
  };
}
