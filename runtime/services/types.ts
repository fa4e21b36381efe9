import type { Sealed } from '@waypost/contract';
import type {
  AuditEntry,
  Caller,
  Clock,
  Entitlements,
  GuessedSession,
  Identity,
  Ledger,
  Logger,
  PluginContext,
  PluginPasswords,
  PluginSecrets,
  Random,
  Session,
  ShownFile,
} from '@waypost/sdk';
import type { AuditDesk, RoleAdministration } from '@waypost/sdk/platform';
import type { Connection } from 'mongoose';
import type { AccountAccess } from './accounts/account-access.ts';
import type { Accounts } from './accounts/accounts.ts';
import type { ApiKeys } from './accounts/api-keys.ts';
import type { Callers } from './accounts/callers.ts';
import type { AuditLog } from './audit/audit-log.ts';
import type { Catalogue } from './catalogue.ts';
import type { createLinkPasswords } from './credentials/link-passwords.ts';
import type { PasswordCost } from './credentials/password.ts';
import type { IpBlackRows } from './ip-black/ip-black-rows.ts';
import type { LedgerVerdict } from './ledger/verify-ledger.ts';
import type { createPublicPages } from './public-pages/public-pages.ts';
import type { CheckedCodes } from './second-factor/checked-codes.ts';
import type { SettingsChanges } from './settings/change-settings.ts';
import type { PlatformSettingsStore } from './settings/platform-settings.ts';
import type { SettingsHistory } from './settings/settings-history.ts';
import type { SitePictures } from './settings/site-pictures.ts';

export interface ServicesOptions {
  /** May still be connecting. */
  connection: Connection;
  environment: { dataDirectory: string; adminAccount: string | undefined; adminPassword: string | undefined };
  /** A key of 32 bytes for one purpose, the same in every process: HKDF of SECRET_KEY. */
  deriveKey(purpose: string): Uint8Array;
  clock: Clock;
  random: Random;
  log: Logger;
  catalogue: Catalogue;
  /** Prints to the terminal, never to the log: the first account and its one-time password. */
  announce(text: string): void;
  /** Told of an account whose password is another one; it must not take part in what goes on. Default nobody. */
  passwordChanged?(account: string): void;
  /** Notified when sessions have ended by guesses; as `passwordChanged`. */
  sessionGuessed?(guessed: GuessedSession): void;
  /** Who does what no request asks for; default nobody. */
  actor?: { id: string; account: string; via: string };
  /** Address of this machine, for the audit log. */
  serverIp?: string;
  /** A stored file by its address, such as the logo; default none is known. */
  findFile?(address: string): Promise<ShownFile | undefined>;
  /** Cheaper hashes for tests; default OWASP's. */
  passwordCost?: PasswordCost;
}

export interface RuntimeServices {
  /** The store is up: indexes, roles, first administrator. Before any plugin; safe to repeat. */
  start(): Promise<void>;
  /**
   * The caller behind a session token or API key; undefined when it is worth nothing.
   * Errors: `maintenance` 503 for customers; for calls that everybody may make they are marked as kept out instead.
   */
  authenticate(
    token: string,
    facts: { address: string; userAgent: string; isPublic?: boolean },
  ): Promise<Caller | undefined>;
  identity: Identity;
  /** What the platform's own plugin gets as `context.roles`. */
  roleAdministration: RoleAdministration;
  /** What the plugin gets as `context.ledger`, past the look at what it was granted. */
  ledgerOf(plugin: string): Ledger;
  /** Looks at all of the ledger, while it is in use too. */
  verifyLedger(): Promise<LedgerVerdict>;
  /** What people may have; offered to plugins as `platform.entitlements`. */
  entitlements: Entitlements;
  /** Pages that strangers read; plugins contribute to `offered`, as `platform.public_pages`. */
  publicPages: ReturnType<typeof createPublicPages>;
  /** What the plugin gets as `context.passwords`. */
  passwordsOf(plugin: string): PluginPasswords;
  /** What visitors type where a link asks for a password. */
  linkPasswords: ReturnType<typeof createLinkPasswords>;
  /** What the plugin gets as `context.secrets`. */
  secretsOf(plugin: string): PluginSecrets;
  /** Errors: `sealed_invalid` 422. */
  unseal(sealed: Sealed, place: { area: string; call: string; field: string }): Promise<string>;
  /** Appends to the audit log after the change that it tells of, or with `session` together with it. */
  audit(entry: AuditEntry & { plugin: string }, session?: Session): Promise<void>;
  /** A transaction was committed: entries that were written with it are in the log when this resolves. */
  auditCommitted(session: Session): Promise<void>;
  /** What a plugin's own entries tell of one target, the newest first. */
  audited(
    query: Parameters<PluginContext['audited']>[0] & { plugin: string },
  ): ReturnType<PluginContext['audited']>;
  stop(): Promise<void>;
  accounts: Accounts;
  apiKeys: ApiKeys;
  auditLog: AuditLog;
  /** What the platform's own plugin gets as `context.auditDesk`. */
  auditDesk: AuditDesk;
  /** The chained log of what was done to plugins. */
  pluginHistory: AuditLog;
  accountAccess: AccountAccess;
  /** Addresses that are refused everywhere, as the command line changes them. */
  ipBlackRows: IpBlackRows;
  /** Takes the permission nodes of a plugin that is removed out of roles and API keys; answers how many had some. */
  forgetPermissions(plugin: string): Promise<number>;
  /** Ids of plugins that roles and API keys name permissions of. */
  permissionOwners(): Promise<string[]>;
  /** Sessions behind open channels. */
  callers: Pick<Callers, 'session' | 'living' | 'later'>;
  /** What settings that lead data out ask of whoever changes them. */
  confirmIdentity: CheckedCodes['confirm'];
  platform: PlatformSettingsStore;
  pictures: SitePictures;
  settingsHistory: SettingsHistory;
  settingsChanges: SettingsChanges;
}
