import { YesNo } from '@waypost/contract';
import type { Caller } from '@waypost/sdk';
import type { LaterReader } from '@waypost/sdk/platform';
import type { AccountDocument, Collections, SessionDocument } from '../collections.ts';
import { API_KEY_PREFIX, isTokenLike } from '../credentials/token.ts';
import type { Roles } from '../roles/roles.ts';
import { type ApiKeys, isInScope } from './api-keys.ts';
import type { Sessions } from './sessions.ts';

export interface Callers {
  /** `address`: noted as the last use of an API key. */
  authenticate(token: string, address: string): Promise<Caller | undefined>;
  /** The token that a caller came with, for `administrator/profile`; handlers never see it otherwise. */
  tokenOf(caller: Caller): string;
  /** The session behind a token; undefined for an API key. */
  session(token: string): Promise<LivingSession | undefined>;
  /** Those of some sessions that still live, by id, with what their accounts may do now. */
  living(sessions: readonly string[]): Promise<Map<string, LivingSession>>;
  /**
   * Who made a request, for work that goes on after it, with what they may do now; undefined when the account may nothing any
   * more, or its key has ended. A session may have: what was begun in it goes on.
   */
  later(reader: LaterReader): Promise<Caller | undefined>;
}

export interface LivingSession {
  caller: Caller;
  /** Milliseconds since 1970; later when it is used again. */
  expiresAt: number;
}

/**
 * Whoever signs in with a one-time password may change it, nothing else, and who lacks a demanded second factor sees the
 * same screen; the node of plugin `system`'s screen. API keys are not limited by it: they are credentials of their own,
 * made by whoever was signed in or by the operator.
 */
const OWN_PASSWORD = new Set(['system.own_password:update']);
/** The nodes of plugin `system` that let somebody act as a customer, and as any customer. */
const ACT_AS = 'system.user_admin:act_as';
const SEE_ALL = 'system.user:read_all';
/** What nobody does as somebody else: the password, keys, and what is done to people. */
const PERSONAL = /^system\.(own_password|api_key|user_admin):/;

type Acting = NonNullable<SessionDocument['acting']>;
interface Credential {
  via: Caller['via'];
  id: string;
  scopes: readonly string[] | null;
  acting?: Acting | undefined;
}

/** Turns a session token or API key into a caller; the account is read each time, so a disabled one is out at once. */
export function createCallers(options: {
  collections: Collections;
  sessions: Sessions;
  apiKeys: ApiKeys;
  roles: Roles;
  /** Whether the installation demands a second factor of operators and this account has none. */
  lacksSecondFactor(account: string): Promise<boolean>;
}): Callers {
  const tokens = new WeakMap<Caller, string>();

  async function callerOf(account: string, credential: Credential): Promise<Caller | undefined> {
    const [found, roles] = await Promise.all([
      options.collections.accounts.findOne({ _id: account }),
      options.roles.byId(),
    ]);
    if (found?.disabled !== YesNo.no || found.remove_time) return undefined;
    // A role may have been made, and given, between the two looks.
    const role = roles.get(found.role) ?? (await options.roles.find(found.role));
    if (!role) return undefined;
    const { scopes, acting } = credential;
    if (acting && (role.kind === 'operator' || !(await mayStillAct(acting, found)))) return undefined;
    const isOwnSession = credential.via === 'session' && !acting;
    const isOneTime = isOwnSession && found.must_change_password;
    const isLacking =
      isOwnSession && !isOneTime && role.kind === 'operator' && (await options.lacksSecondFactor(account));
    const isLimited = isOneTime || isLacking;
    return {
      id: account,
      account: found.account,
      role: role.id,
      // A key with scopes is never more than its scopes, whoever it belongs to.
      isSuper: role.isSuper && scopes === null && !isLimited,
      permissions: isLimited
        ? OWN_PASSWORD
        : inScope(acting ? notPersonal(role.permissions) : role.permissions, scopes),
      via: credential.via,
      credential: credential.id,
      ...(isOneTime ? { hasOneTimePassword: true } : {}),
      ...(isLacking ? { lacksSecondFactor: true } : {}),
      ...(acting ? { actor: { id: acting.id, account: acting.account } } : {}),
    };
  }

  /** Whoever acts as somebody does so while their own session lives and they may; an agent within the own subtree. */
  async function mayStillAct({ id, session }: Acting, account: AccountDocument): Promise<boolean> {
    const [own] = await options.sessions.living([session]);
    if (own?.account !== id || own.acting) return false;
    const operator = await callerOf(id, credentialOf(own));
    if (!operator || operator.hasOneTimePassword || operator.lacksSecondFactor) return false;
    const may = (node: string) => operator.isSuper || operator.permissions.has(node);
    return may(ACT_AS) && (may(SEE_ALL) || (account.ancestors ?? []).includes(id));
  }

  async function find(token: string, address: string): Promise<Caller | undefined> {
    if (token.startsWith(API_KEY_PREFIX)) {
      const key = await options.apiKeys.find(token, address);
      return key && callerOf(key.owner, { via: 'api_key', id: key._id, scopes: key.scopes });
    }
    const session = await options.sessions.find(token);
    return session && callerOf(session.account, credentialOf(session));
  }

  async function living(session: SessionDocument): Promise<LivingSession | undefined> {
    const { account, expires_at } = session;
    const caller = await callerOf(account, credentialOf(session));
    // Nothing live is needed to choose a password or to set a second factor up.
    if (caller?.hasOneTimePassword || caller?.lacksSecondFactor) return undefined;
    return caller && { caller, expiresAt: expires_at.getTime() };
  }

  return {
    session: async (token) => {
      if (!isTokenLike(token) || token.startsWith(API_KEY_PREFIX)) return undefined;
      const session = await options.sessions.find(token);
      return session && living(session);
    },
    living: async (ids) => {
      const found = new Map<string, LivingSession>();
      for (const session of await options.sessions.living(ids)) {
        const facts = await living(session);
        if (facts) found.set(session._id, facts);
      }
      return found;
    },
    later: async ({ account, via, credential, isActing }) => {
      if (via === 'api_key') {
        const key = await options.apiKeys.living(credential);
        if (key?.owner !== account) return undefined;
        return callerOf(account, { via, id: credential, scopes: key.scopes });
      }
      const caller = await callerOf(account, { via, id: credential, scopes: null });
      if (!caller || !isActing) return caller;
      // Nobody acts as somebody who runs the platform.
      if (caller.isSuper) return undefined;
      return { ...caller, permissions: notPersonal(caller.permissions) };
    },
    authenticate: async (token, address) => {
      if (!isTokenLike(token)) return undefined;
      const caller = await find(token, address);
      if (caller) tokens.set(caller, token);
      return caller;
    },
    tokenOf: (caller) => {
      const token = tokens.get(caller);
      if (token === undefined) throw new TypeError('this caller was not made by authenticate');
      return token;
    },
  };
}

function credentialOf({ _id, acting }: SessionDocument): Credential {
  return { via: 'session', id: _id, scopes: null, acting };
}

function notPersonal(nodes: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...nodes].filter((node) => !PERSONAL.test(node)));
}

function inScope(nodes: ReadonlySet<string>, scopes: readonly string[] | null): ReadonlySet<string> {
  return scopes ? new Set([...nodes].filter((node) => isInScope(node, scopes))) : nodes;
}
