import type {
  ApiKeyReason,
  Challenge,
  Locale,
  LoginResult,
  MenuTree,
  PlatformSettings,
  PublicRemote,
} from '@waypost/contract';
import type { Session } from './model.ts';
import type { People } from './people.ts';
import type { Caller, RequestContext, SignedRequest } from './request.ts';
import type { SecondFactor } from './second-factor.ts';

/** An API key that is wanted. */
export interface NewApiKey {
  /** Id of the account. */
  owner: string;
  /** What the key is for. */
  name: string;
  /** Permission nodes or `<plugin>.<noun>:*`; none: everything that the account may do. */
  scopes?: readonly string[] | null | undefined;
  /** Nodes of which each scope has to name at least one: those of whoever makes the key. Left out: whatever is active. */
  within?: ReadonlySet<string> | undefined;
  /** ISO 8601; none: until it is revoked. */
  expires_at?: string | null | undefined;
}

/** Stored fields of an API key; the key itself is in none of them. */
export interface ApiKeyFields {
  owner: string;
  name: string;
  scopes: string[] | null;
  expires_at: Date | null;
  /** SHA-256 of the key, hex. */
  hash: string;
  /** First characters of the key. */
  prefix: string;
  last_time: Date | null;
  last_ip: string | null;
  revoke_time: Date | null;
  revoke_reason: ApiKeyReason | null;
}

/** Whose a role is: of those who run the platform, of agents or of customers. It says on which list its people stand. */
export type RoleKind = 'operator' | 'agent' | 'customer';

/** A role that an account may have. */
export interface RoleChoice {
  id: string;
  /** `super`, `administrator`, `agent`, `customer`; of an operator's own role its id. */
  key: string;
  /** What an operator called it; empty: the words `role.<key>`. `identity.roleName` answers either. */
  name: string;
  kind: RoleKind;
}

/** Pictures of the installation that an operator may replace: the logo, and the icon in the browser's tab. */
export type SitePictureKind = 'logo' | 'icon';

export interface SitePicture {
  png: Uint8Array;
  /** Changes with the picture. */
  hash: string;
}

/** Accounts, sessions, roles and API keys, for plugins with the capability `identity`. */
export interface Identity {
  /** What is done with people's accounts; not for plugins in a process of their own. */
  readonly people: People;
  /** One-time codes beside the password; not for plugins in a process of their own. */
  readonly secondFactor: SecondFactor;
  challenge(): Promise<Challenge>;
  /**
   * A session that `request.caller` came with ends: a login always brings a new token.
   * `totp`: a code of the second factor, or a recovery code.
   * Errors: `login_failed` 401, `totp_required` and `totp_invalid` 401, `locked_out` 429 with `content.seconds`,
   * `account_disabled` 403, `one_time_password_used` 403, `maintenance` 503.
   */
  login(
    input: { account: string; password: string; totp?: string | undefined },
    request: RequestContext,
  ): Promise<LoginResult>;
  /**
   * A customer makes an account and is logged in with it. `code`: invitation code of the superior.
   * Errors: `registration_closed` 403, `maintenance` 503, `invalid_input` 422, `duplicate` 409.
   */
  register(
    input: { account: string; password: string; code?: string | undefined },
    request: RequestContext,
  ): Promise<LoginResult>;
  /** Whether an invitation code is of an account that may still invite. */
  isInvitationKnown(code: string): Promise<boolean>;
  logout(caller: Caller): Promise<void>;
  /** The operator's own picture, at most a second old; undefined: the product's own is shown. */
  sitePicture(kind: SitePictureKind): Promise<SitePicture | undefined>;
  /** Names of the kept pictures (`KeptPictures`) that are shown, as they stand in the store. */
  keptSitePictures(): Promise<string[]>;
  /** Replaces a picture by a kept one (`KeptPictures`); undefined takes the operator's own away. */
  changeSitePicture(
    kind: SitePictureKind,
    picture: string | undefined,
    request: SignedRequest,
  ): Promise<SitePicture | undefined>;
  /** Settings of the installation, at most a second old. */
  platformSettings(): Promise<PlatformSettings>;
  /** The same as they stand in the store, with the version that a change needs. */
  currentPlatformSettings(): Promise<{ version: number; values: PlatformSettings }>;
  /** Errors: `stale_version` 409 with the current values. */
  changePlatformSettings(
    version: number,
    change: Partial<PlatformSettings>,
    request: SignedRequest,
  ): Promise<{ version: number; values: PlatformSettings }>;
  /** The caller's own facts and the token that the request came with. */
  profile(caller: Caller, locale: Locale): Promise<LoginResult>;
  /** Names are in `language` as far as it has words, else in `locale`. */
  menuTree(request: { caller: Caller; locale: Locale; language?: string }): Promise<MenuTree>;
  /** The remotes that have screens for everyone. */
  publicRemotes(): PublicRemote[];
  /**
   * Changes the caller's own password, ends every session of the account and starts a new one.
   * Errors: `invalid_input` 422 at `old_password` (wrong) or `password`, `locked_out` 429.
   */
  changePassword(
    input: { oldPassword: string; password: string },
    request: SignedRequest,
  ): Promise<LoginResult>;
  /** Errors: `invalid_input` 422 at `old_password` when it is not the caller's password, `locked_out` 429. */
  requireOldPassword(password: string, request: SignedRequest): Promise<void>;
  /** An account's name as it is kept and compared: lower case. Errors: `invalid_input` 422 at `account`. */
  accountName(account: string): string;
  /**
   * Argon2id hash of a new password; 422 at `password` when it breaks the rules of docs/product.md, "Accounts and passwords",
   * `too_many_requests` 429 when too many wait to hash.
   */
  hashPassword(password: string, account: string, request: SignedRequest): Promise<string>;
  /** What an account's name looks like (Unicode TR39): no two accounts may have the same. */
  accountSkeleton(account: string): string;
  /** A password for one use, that passes the rules. */
  randomPassword(): string;
  /** A fresh invitation code for a new account. */
  invitationCode(): string;
  /** Ends every session of an account; its API keys live on. */
  endSessions(account: string): Promise<void>;
  /** Ends every session and API key of an account that is disabled or was given a one-time password. */
  revokeAccess(account: string, reason: 'disabled' | 'password_reset'): Promise<void>;
  /**
   * What a new API key is stored as, inside the transaction that stores it, and the key itself, told once.
   * Errors: `invalid_input` 422 at `scopes` or `expires_at`, `api_key_limit` 409.
   */
  newApiKey(input: NewApiKey, session: Session): Promise<{ key: string; fields: ApiKeyFields }>;
  /** From now on the key is worth nothing, in every process. Errors: `not_found` 404 when it ended before. */
  revokeApiKey(id: string, reason: ApiKeyReason, session: Session): Promise<void>;
  /** Takes every session and API key of an account that is purged away. */
  forget(account: string): Promise<void>;
  /** Which of these accounts were active in the last five minutes, and when last. */
  online(accounts: readonly string[]): Promise<Map<string, Date>>;
  /** Role id by its key: super, administrator, agent, customer. */
  roleId(key: 'super' | 'administrator' | 'agent' | 'customer'): Promise<string>;
  /** Every role, the caller's own choice among them is for `requireRoleWithin` to decide. */
  roles(): Promise<RoleChoice[]>;
  /** What a role is called in a language; empty when there is no such role. */
  roleName(role: string, locale: Locale): Promise<string>;
  /** Ids of the roles that hold a node, the super administrator's among them while the node is there. */
  rolesWith(permission: string): Promise<string[]>;
  /**
   * Errors: `forbidden` 403 when the role may do something that the caller may not. What belongs to a plugin that is
   * switched off counts as well: it is in force again when the plugin is.
   */
  requireRoleWithin(role: string, caller: Caller): Promise<void>;
  /**
   * Inside a transaction that disables, demotes or purges an account, after the change: throws
   * `last_super_administrator` 409 when no enabled super administrator would be left. Two such changes at once conflict.
   */
  requireSuperLeft(session: Session): Promise<void>;
}
