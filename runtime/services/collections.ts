import type { ApiKeyReason, Locale } from '@waypost/contract';
import type { RoleKind } from '@waypost/sdk';
import type { SettingChangeValue } from '@waypost/sdk/platform';
import type { Collection, Connection } from 'mongoose';
import { type GatheredIndexes, gatherIndexes } from '../storage/index.ts';

/** A person who may sign in; the store's form of resource `system.administrator`. */
export interface AccountDocument {
  _id: string;
  /** Lower case. */
  account: string;
  /** What the name looks like; missing where another account had it first. */
  skeleton?: string;
  name: string;
  /** What lists search by its beginning: the name in lower case, the digits of the phone. */
  name_key?: string;
  phone: string;
  phone_key?: string;
  role: string;
  /** Who invited this account; null or missing when nobody did. */
  superior?: string | null;
  /** The superior's superiors, the farthest first, and the superior: everybody whose subtree this account is in. */
  ancestors?: string[];
  /** Raised by whatever counts on this account's place staying as it was read: two such changes at once conflict. */
  place_guard?: number;
  /** Percent of what the direct superior gets; missing: none. */
  share_ratio?: number;
  /** Who made the account; missing where nobody noted it. */
  register_source?: RegisterSource;
  /** What others register with to become this account's subordinates. */
  invitation_code?: string;
  password_hash: string;
  /** The password is a one-time one, given by somebody else: it opens one session, which may do nothing but change it. */
  must_change_password: boolean;
  /** The one-time password has opened its session. */
  is_one_time_used?: boolean;
  /** 1 no, 2 yes. */
  disabled: number;
  /** When the person closed the account; null or missing: they have not. */
  closed_time?: Date | null;
  register_ip: string;
  register_time: Date;
  login_ip: string | null;
  login_time: Date | null;
  /** A link by which the person chooses a password; hash of its token, and of the password that it replaces. */
  password_link?: { hash: string; expires_at: Date; replaces: string };
  /** Raised by every new API key, so that two at once do not pass a limit that holds for one. */
  api_key_guard?: number;
  /** Hashes of the networks that this account signed in from, newest last; they stay open when others are locked out. */
  known_networks?: string[];
  version: number;
  create_time: Date;
  update_time: Date;
  remove_time: Date | null;
  remove_by: string | null;
}

/** The person, with or without an invitation; somebody else on a screen; the command line or the first start. */
export const REGISTER_SOURCES = ['registration', 'invitation', 'created', 'command_line'] as const;
export type RegisterSource = (typeof REGISTER_SOURCES)[number];

export const ROLE_KEYS = ['super', 'administrator', 'agent', 'customer'] as const;
export type RoleKey = (typeof ROLE_KEYS)[number];

/** The kind of a role, which says on which list its people stand. */
export function roleKind({ key, kind }: Pick<RoleDocument, 'key' | 'kind'>): RoleKind {
  return key === 'agent' || key === 'customer' ? key : (kind ?? 'operator');
}

export interface RoleDocument {
  _id: string;
  /** One of `ROLE_KEYS`; of a role that operators made, its id. */
  key: string;
  /** What operators called it; empty or missing: the words of its key. */
  name?: string;
  remarks: string;
  /** Whose role it is; missing where it follows from the key. */
  kind?: RoleKind;
  permissions: string[];
  /** Nodes that were given by default once; what an operator took away stays away. */
  granted: string[];
  /** Raised by every change that could leave no super administrator, so that two of them at once conflict. */
  guard: number;
  /** Raised by every change of the role: what other processes notice it by. */
  version: number;
  create_time: Date;
}

/** What operators changed of a node of the menu, or a node that they added. */
export interface MenuNodeDocument {
  /** Id of the node in the tree. */
  _id: string;
  /** An entry of the menu that leads somewhere, not declared by a plugin. */
  is_own: boolean;
  /** Of an own node: name of the group it stands in; empty: none. */
  parent: string;
  /** Empty: the words that the plugin brings. */
  name: string;
  language_variables: string;
  /** Of an own node: where it leads. */
  path: string;
  icon: string;
  /** Null: as the plugin says. */
  sort: number | null;
  show_headshot: number;
  hidden: boolean;
  /** 2: no role may be given it. */
  allow_selection: number;
  changed_by: string;
  version: number;
  create_time: Date;
  update_time: Date;
  remove_time: Date | null;
  remove_by: string | null;
}

/** What a plugin declared when it last ran, so that its nodes have names while it is off. */
export interface DeclaredNodesDocument {
  /** The plugin. */
  _id: string;
  nodes: readonly DeclaredNode[];
}

/** A group, a screen or a button of the menu as a plugin declares it. */
export interface DeclaredNode {
  id: string;
  /** Id of the node above; empty: none. */
  parent: string;
  plugin: string;
  /** Null for a group. */
  permission: string | null;
  /** 1 route, 2 button. */
  type: 1 | 2;
  /** Locale key. */
  language_variables: string;
  names: Readonly<Record<Locale, string>>;
  path: string;
  icon: string;
  sort: number;
  /** No menu shows it: the plugin says so. */
  hidden: boolean;
}

export interface SessionDocument {
  /** SHA-256 of the token, hex. */
  _id: string;
  account: string;
  ip: string;
  user_agent: string;
  create_time: Date;
  last_time: Date;
  expires_at: Date;
  /** Opened by a one-time password: ends when it was said to, however much it is used. */
  is_short?: boolean;
  /** An operator acts as the account in it: who, and the session of theirs that it ends with. */
  acting?: { id: string; account: string; session: string };
}

/** The second factor of an account: one that is begun, and counts once it is confirmed. */
export interface SecondFactorDocument {
  /** Id of the account. */
  _id: string;
  /** What codes are made of, encrypted for this account. */
  secret: string;
  begin_time: Date;
  /** Null or missing: nobody has shown a code of it yet. */
  confirm_time?: Date | null;
  /** Step of the newest code that was used: it and those before it are worth nothing. */
  last_step: number;
  /** Of the recovery codes that are left. */
  recovery_hashes: string[];
}

/** The store's form of resource `system.api_key`. */
export interface ApiKeyDocument {
  _id: string;
  /** SHA-256 of the key, hex. */
  hash: string;
  /** Id of the account. */
  owner: string;
  name: string;
  /** First characters, so that people can tell keys apart. */
  prefix: string;
  /** Permission nodes or `<plugin>.<noun>:*`; null: everything that the account may do. */
  scopes: string[] | null;
  expires_at: Date | null;
  last_time: Date | null;
  last_ip: string | null;
  /** Kept for a while, so that whoever misses a key learns why. */
  revoke_time: Date | null;
  revoke_reason: ApiKeyReason | null;
  version: number;
  create_time: Date;
  update_time: Date;
  remove_time: Date | null;
  remove_by: string | null;
}

/** The store's form of resource `system.ip_black`. */
export interface IpBlackDocument {
  _id: string;
  /** An address or a range, in the one spelling of `formatRange`. */
  ip: string;
  reason: string;
  /** Null: for ever. */
  expires_at: Date | null;
  /** Account of who put it there; empty: nobody did, as on the command line. */
  author: string;
  version: number;
  create_time: Date;
  update_time: Date;
  remove_time: Date | null;
  remove_by: string | null;
}

export interface FailureDocument {
  _id: string;
  /** Hash of the account that it is about, where it is about one from one network. */
  of?: string;
  count: number;
  expires_at: Date;
}

export interface UsedChallengeDocument {
  _id: string;
  expires_at: Date;
}

/** The collection of what operators set. */
export const SETTINGS = 'system_setting';

/** The collection of addresses that are refused everywhere. */
export const IP_BLACK = 'system_ip_black';

export interface SettingDocument {
  _id: string;
  value: unknown;
}

/** One save of settings of the installation. */
export interface SettingChangeDocument {
  _id: string;
  time: Date;
  /** Null: nobody who was logged in, as on the command line. */
  actor: { id: string; account: string } | null;
  /** Those of `changes`, for the index. */
  names: string[];
  changes: SettingChangeValue[];
  /** Id of the change that this one took back. */
  undoes: string | null;
}

export interface AuditDocument {
  _id: string;
  seq: number;
  type: string;
  plugin: string;
  /** `as`: the account that an operator acted as. */
  actor: { id: string; account: string; via: string; as?: { id: string; account: string } } | null;
  ip: string | null;
  user_agent: string | null;
  request_id: string | null;
  target: string | null;
  /** Each of several that `target` names together, so that all are found; what it holds follows from `target`. */
  targets?: string[];
  /** JSON, so that an entry reads the same for ever and newlines are escaped. */
  before: string | null;
  after: string | null;
  time: Date;
  /** Address of the machine that wrote it; entries from before it was noted have none. */
  server_ip?: string;
  previous: string;
  hash: string;
}

/** The newest entry of a chained log, kept apart from it: without it nobody would miss what was taken off its end. */
export interface ChainHead {
  /** The log's collection. */
  _id: string;
  seq: number;
  hash: string;
}

/** Up to where a log was cut off at its old end, signed: what stands behind it goes on from its hash. */
export interface ChainCheckpoint {
  /** The log's collection. */
  _id: string;
  /** The last entry that is gone. */
  seq: number;
  hash: string;
  /** Of that entry. */
  until: Date;
  /** When it was cut off. */
  time: Date;
  signature: string;
}

export interface Collections {
  accounts: Collection<AccountDocument>;
  roles: Collection<RoleDocument>;
  menuNodes: Collection<MenuNodeDocument>;
  declaredNodes: Collection<DeclaredNodesDocument>;
  sessions: Collection<SessionDocument>;
  secondFactors: Collection<SecondFactorDocument>;
  apiKeys: Collection<ApiKeyDocument>;
  failures: Collection<FailureDocument>;
  /** Wrong passwords of links, typed by visitors. */
  linkFailures: Collection<FailureDocument>;
  usedChallenges: Collection<UsedChallengeDocument>;
  settings: Collection<SettingDocument>;
  settingChanges: Collection<SettingChangeDocument>;
  audit: Collection<AuditDocument>;
  /** Entries that wait for their place in the chain. */
  auditPending: Collection<Omit<AuditDocument, 'seq' | 'previous' | 'hash'>>;
  pluginHistory: Collection<AuditDocument>;
  chainHeads: Collection<ChainHead>;
  chainCheckpoints: Collection<ChainCheckpoint>;
  ipBlack: Collection<IpBlackDocument>;
}

/** The collections of this folder; commands wait in Mongoose while it is still connecting. */
export function openCollections(connection: Connection): Collections {
  return {
    accounts: connection.collection<AccountDocument>('system_account'),
    roles: connection.collection<RoleDocument>('system_role'),
    menuNodes: connection.collection<MenuNodeDocument>('system_menu_node'),
    declaredNodes: connection.collection<DeclaredNodesDocument>('system_declared_node'),
    sessions: connection.collection<SessionDocument>('system_session'),
    secondFactors: connection.collection<SecondFactorDocument>('system_second_factor'),
    apiKeys: connection.collection<ApiKeyDocument>('system_api_key'),
    failures: connection.collection<FailureDocument>('system_login_failure'),
    linkFailures: connection.collection<FailureDocument>('system_link_failure'),
    usedChallenges: connection.collection<UsedChallengeDocument>('system_used_challenge'),
    settings: connection.collection<SettingDocument>(SETTINGS),
    settingChanges: connection.collection<SettingChangeDocument>('system_setting_change'),
    audit: connection.collection<AuditDocument>('system_audit_log'),
    auditPending: connection.collection('system_audit_pending'),
    pluginHistory: connection.collection<AuditDocument>('plugin_history'),
    chainHeads: connection.collection<ChainHead>('system_chain_head'),
    chainCheckpoints: connection.collection<ChainCheckpoint>('system_chain_checkpoint'),
    ipBlack: connection.collection<IpBlackDocument>(IP_BLACK),
  };
}

/** Makes every index; idempotent. */
export async function ensureIndexes(collections: Collections): Promise<void> {
  const indexes = gatherIndexes();
  indexes.add(collections.accounts, { account: 1 }, { unique: true });
  indexes.add(collections.accounts, { skeleton: 1 }, { unique: true, sparse: true });
  indexes.add(collections.accounts, { role: 1, remove_time: 1 });
  indexes.add(collections.accounts, { superior: 1, role: 1, remove_time: 1 });
  indexes.add(collections.accounts, { ancestors: 1, role: 1, remove_time: 1, create_time: -1, _id: -1 });
  indexes.add(collections.accounts, { invitation_code: 1 }, { unique: true, sparse: true });
  indexes.add(collections.roles, { key: 1 }, { unique: true });
  indexes.add(collections.accounts, { 'password_link.hash': 1 }, { sparse: true });
  indexes.add(collections.sessions, { account: 1 });
  indexes.add(collections.sessions, { last_time: 1 });
  indexes.add(collections.sessions, { 'acting.session': 1 }, { sparse: true });
  indexes.add(collections.sessions, { 'acting.id': 1 }, { sparse: true });
  indexes.add(collections.sessions, { expires_at: 1 }, { expireAfterSeconds: 0 });
  indexes.add(collections.apiKeys, { hash: 1 }, { unique: true });
  indexes.add(collections.apiKeys, { owner: 1 });
  indexes.add(collections.failures, { expires_at: 1 }, { expireAfterSeconds: 0 });
  indexes.add(collections.linkFailures, { expires_at: 1 }, { expireAfterSeconds: 0 });
  indexes.add(collections.usedChallenges, { expires_at: 1 }, { expireAfterSeconds: 0 });
  indexes.add(collections.settingChanges, { names: 1, time: -1, _id: -1 });
  indexes.add(collections.audit, { seq: 1 }, { unique: true });
  addLogIndexes(indexes, collections.audit);
  indexes.add(collections.audit, { plugin: 1, seq: -1 });
  indexes.add(collections.audit, { target: 1, plugin: 1, seq: -1 });
  indexes.add(collections.audit, { targets: 1, plugin: 1, seq: -1 }, { sparse: true });
  indexes.add(collections.auditPending, { time: 1 });
  indexes.add(collections.ipBlack, { ip: 1 }, { unique: true });
  indexes.add(collections.audit, { target: 1, seq: -1 });
  indexes.add(collections.audit, { 'actor.id': 1, seq: -1 });
  indexes.add(collections.pluginHistory, { seq: 1 }, { unique: true });
  indexes.add(collections.pluginHistory, { plugin: 1, seq: -1 });
  await indexes.make();
}

/** What the list of the log is read by: each ends in its order, so that no filter sorts. Of two that fit, the first is taken. */
function addLogIndexes(indexes: GatheredIndexes, audit: Collections['audit']): void {
  const order = { time: -1, seq: -1 } as const;
  indexes.add(audit, order);
  indexes.add(audit, { 'actor.id': 1, type: 1, ...order });
  indexes.add(audit, { ip: 1, ...order });
  indexes.add(audit, { 'actor.as.id': 1, ...order }, { sparse: true });
  indexes.add(audit, { 'actor.id': 1, ...order });
  indexes.add(audit, { type: 1, ...order });
}
