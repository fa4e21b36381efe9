import type { ApiKeyReason, LoginResult } from '@waypost/contract';
import type { Session } from './model.ts';
import type { Caller, RequestContext, SignedRequest } from './request.ts';

/** A session that still lives, as lists of them show it; times are ISO. */
export interface PersonSession {
  id: string;
  ip: string;
  user_agent: string;
  create_time: string;
  last_time: string;
  expires_at: string;
  /** Account of the operator who acts as the person in it; null: it is the person's own. */
  acted_by: string | null;
}

/** An API key, as lists of them show it; times are ISO. */
export interface PersonKey {
  id: string;
  name: string;
  prefix: string;
  create_time: string;
  last_time: string | null;
  expires_at: string | null;
  revoke_time: string | null;
  revoke_reason: ApiKeyReason | null;
}

/** What the audit log tells of a person; `time` is ISO. */
export interface PersonEntry {
  id: string;
  type: string;
  time: string;
  /** Account of who did it; null: nobody asked for it. */
  by: string | null;
  /** How they came in, such as `session` or `command_line`; null: nobody asked for it. */
  via: string | null;
  /** Account that an operator acted as while doing it. */
  as: string | null;
  ip: string | null;
  target: string | null;
  before: unknown;
  after: unknown;
}

/** What is done with people's accounts beyond their fields; part of `identity`. */
export interface People {
  /**
   * The place right below a superior (null: nobody), inside the transaction that stores it. Errors: `invalid_input` 422 at
   * `superior` for somebody who is not there or disabled, `superior_too_deep` 409.
   */
  below(superior: string | null, session: Session): Promise<{ superior: string | null; ancestors: string[] }>;
  /** Moves an account and everybody below it. Errors: as `below`; `superior_inside` 409 for a circle. */
  move(id: string, superior: string | null, session: Session): Promise<void>;
  /** Before a purge: whoever stands right below the account goes below its superior. */
  closeUp(id: string, superior: string | null, session: Session): Promise<void>;
  /**
   * Whether an account has no money left, what is held included, and none comes in before the transaction ends: for whatever
   * may only be done without.
   */
  isSettled(id: string, session: Session): Promise<boolean>;
  /** Ids of the accounts that were active in the last five minutes. */
  onlineNow(): Promise<string[]>;
  /**
   * Whether a caller may give a customers' role, or get at an account that has it. What the role has by default belongs to
   * it; whatever an operator added the caller must hold, too. Errors: `forbidden` 403.
   */
  requireWithin(role: string, caller: Caller): Promise<void>;
  sessions(account: string): Promise<PersonSession[]>;
  /** Ends one session, and its sockets. Errors: `not_found` 404. */
  endSession(account: string, session: string): Promise<void>;
  /** Living keys and those that ended lately. */
  apiKeys(account: string): Promise<PersonKey[]>;
  /** Ends one living key, or all. Errors: `not_found` 404. */
  revokeApiKeys(account: string, reason: ApiKeyReason, key?: string): Promise<void>;
  /** Audit entries about a person, or by one, newest first; `page` from 1, at most 100 of them. */
  history(query: {
    account: string;
    side: 'about' | 'by';
    page: number;
    page_size: number;
  }): Promise<{ content: PersonEntry[]; count: number }>;
  /**
   * A link by which a person chooses a password, in place of the one before; the token is told once. `expires_at` is ISO.
   * @param options.minutes how long it is good; default 24 hours, and never longer
   */
  passwordLink(
    account: string,
    options?: { minutes?: number },
  ): Promise<{ token: string; expires_at: string }>;
  /** Whose password a token sets. Errors: `password_link_invalid` 410. */
  passwordLinkOf(token: string): Promise<{ account: string; expires_at: string }>;
  /**
   * Sets the password; every session and API key ends. Errors: `password_link_invalid` 410, also for the second of two at
   * once; `invalid_input` 422 at `password`.
   */
  passwordByLink(input: { token: string; password: string }, request: RequestContext): Promise<void>;
  /** When the password was chosen that a reset gives where none is typed; null: there is none, and it is a random one. ISO. */
  defaultPasswordSince(): Promise<string | null>;
  /** Chooses it, or does without again (null). Errors: `invalid_input` 422 at `password`. */
  changeDefaultPassword(password: string | null, request: SignedRequest): Promise<void>;
  /** What a reset gives to an account; undefined: there is none, or it is the account's own name. */
  defaultPasswordFor(account: string): Promise<string | undefined>;
  /**
   * A session as somebody else, which ends with the caller's own. Whom one may act as is for the plugin to say.
   * Errors: `acting_refused` 403 for an API key and for somebody who acts already, `account_disabled` 403.
   */
  actAs(account: string, request: SignedRequest): Promise<LoginResult>;
}
