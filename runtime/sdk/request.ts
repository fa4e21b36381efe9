import type { Locale } from '@waypost/contract';
import type { Logger } from './ground.ts';

/** Who makes a call. */
export interface Caller {
  /** Account id. */
  id: string;
  account: string;
  /** Role id and its kind: the super administrator holds every permission. */
  role: string;
  isSuper: boolean;
  permissions: ReadonlySet<string>;
  via: 'session' | 'api_key';
  /** Session or API-key id, so that a caller can end the own one. */
  credential: string;
  /** Logged in with a one-time password: only calls that say `withOneTimePassword` are open. */
  hasOneTimePassword?: true;
  /** Has to set a second factor up first: only calls that say `withoutSecondFactor` or `withOneTimePassword` are open. */
  lacksSecondFactor?: true;
  /** The site is under maintenance, and the caller has no part in it: only public calls are open. */
  isKeptOut?: true;
  /** The operator who acts as this account. Calls that are `isPersonal` are refused to them. */
  actor?: { id: string; account: string };
}

/** What a call asks for of whoever makes it, as its declaration says. */
export interface Demands {
  /** Undefined: whoever has signed in may make it. */
  permission?: string;
  /** A code of the second factor, of whoever has one. */
  hasCode: boolean;
  /** Refused to an operator who acts as the account. */
  isPersonal: boolean;
}

/** What a handler knows of the request beside its body. */
export interface RequestContext {
  /** Undefined on public calls made without a valid token. */
  caller: Caller | undefined;
  /** One of the languages that everything is there in. */
  locale: Locale;
  /** The language that the caller reads: mostly `locale`, which stands in for one that an operator has added. */
  language: string;
  /** Client address through TRUSTED_PROXIES. */
  address: string;
  userAgent: string;
  requestId: string;
  /** The header field that the call's declaration names; undefined where it names none, or none came. */
  header?: string | undefined;
  /** What the call asks for of whoever makes it; undefined where everybody may. */
  asks?: Demands | undefined;
  /**
   * The code of a second factor that came along, for `identity.secondFactor.require` where a call asks for one now and then. Of
   * a plugin with a process of its own the call's declaration says `header: 'x-second-factor'` instead.
   */
  secondFactor?: string | undefined;
  log: Logger;
  /** Aborted when the client goes away or the time limit is over. */
  signal: AbortSignal;
  /** Text of a locale key in the caller's language. */
  translate: (key: string, params?: Record<string, string | number>) => string;
}

/** A request that has a caller: what handlers of calls that are not public get. */
export interface SignedRequest extends RequestContext {
  caller: Caller;
}
