import type { VisitCondition, VisitContact, VisitLinkState } from '@waypost/contract';

/** A visit that nobody makes: what the visit path is asked about it. */
export interface TriedVisitor {
  /** Empty: no address is known, and so no place. */
  ip: string;
  /** Where the visitor is, whatever the address says. Texts as visits have them: `CN`, `广东省 深圳市`, `移动`. */
  place?: { country: string; location: string; isp: string } | undefined;
  user_agent: string;
  /** As the header `Accept-Language` has it. */
  accept_language: string;
  /** As the header `Referer` has it: an address, or empty. */
  referrer: string;
  /** Query of the visited address, without the question mark. */
  query: string;
  /** ISO time of the visit; counts and lists are those of now. */
  time: string;
  /** Comes by the code's picture. */
  is_scanned: boolean;
  /** Types the right password where one is asked for. */
  knows_password: boolean;
}

/** One condition of a rule, with the value that it saw. */
export interface TriedCondition {
  /** Never one of several: `all`, `any` and `not` are told by their parts. */
  condition: VisitCondition;
  /** What the visit has: an address, a text, a number or a yes or no; null where chance decides. */
  seen: string | number | boolean | null;
  holds: boolean;
  /** Stands behind a `not`: the rule wants that it does not hold. */
  is_negated: boolean;
}

/** A page that visitors get in the place of being led somewhere. */
export type VisitorPage =
  | { kind: 'picture'; picture: string }
  | { kind: 'contact'; contact: VisitContact }
  | { kind: 'password' }
  | { kind: 'refusal'; refusal: VisitRefusal };

export type VisitRefusal =
  | ('unknown' | 'gone' | 'frozen' | 'paused' | 'unclaimed')
  | ('refused' | 'weChatOnly' | 'onlyViaScan' | 'unavailable');

/** One of several targets among which a turn is taken. */
export interface TriedTarget {
  /** Null for what is shown, and for a pool. */
  address: string | null;
  weight: number;
  threshold: number;
  /** Counted visits so far. */
  count: number;
  /** How likely it is, from 0 to 1; null where counts decide. */
  chance: number | null;
}

/** What the visit path looked at, in its order. `is_refused`: here the visit ended. */
export type TriedStep =
  | { check: 'block_list' | 'owner_list'; is_refused: boolean }
  | { check: 'place'; host: string; is_refused: boolean }
  | { check: 'pass_on'; host: string }
  | { check: 'state'; state: VisitLinkState | 'plugin_off'; is_refused: boolean }
  | { check: 'expiry'; expires_at: string | null; is_refused: boolean }
  | { check: 'limit'; limit: number; views: number; is_refused: boolean }
  | { check: 'scan' | 'wechat'; is_met: boolean; is_refused: boolean }
  | { check: 'end'; address: string }
  | {
      check: 'rule';
      /** Position among the rules of the link, from 0. */
      number: number;
      kind: string;
      /** `off`: the plugin of its kind is. */
      verdict: 'met' | 'unmet' | 'off';
      /** Those that had to be looked at, in their order. */
      conditions: TriedCondition[];
      /** Of one that is met: where it leads; null: it refuses. */
      target: string | null;
      is_refused: boolean;
    }
  | {
      /** A rule of the platform or of the code's owner, which stands before all that the code says itself. */
      check: 'shield';
      is_platform: boolean;
      /** Position in its set, from 0. */
      number: number;
      kind: string;
      verdict: 'met' | 'unmet' | 'off';
      conditions: TriedCondition[];
      /** Of one that is met. */
      does: 'allow' | 'refuse' | 'lead' | null;
      /** Where it leads; null where it does not. */
      target: string | null;
      is_refused: boolean;
    }
  | { check: 'password'; is_asked: boolean }
  | { check: 'rotation'; model: number; chosen: number; targets: TriedTarget[] }
  | {
      check: 'pool';
      pool: string;
      model: number;
      /** Position of the item whose turn it is; -1: none takes anybody now. */
      chosen: number;
      /** What would be led to where none does; null: nothing. */
      fallback: string | null;
      /** `chance`: as of a target; null where counts decide. */
      items: { is_open: boolean; capacity: number; count: number; chance: number | null }[];
    }
  | { check: 'query'; address: string; is_changed: boolean }
  | { check: 'own_link'; hops: number; is_refused: boolean }
  | { check: 'content'; kind: 'page' | 'picture' | 'contact' }
  | { check: 'jump'; jump_type: number; address: string; app: string | null; is_template: boolean }
  | { check: 'count'; figure: 'counted' | 'crawlers' | 'hops' | 'expired' }
  | { check: 'refusal'; refusal: VisitRefusal };

/** What a visit would get now. */
export interface TriedVisit {
  steps: TriedStep[];
  /** Of the answer, as HTTP has it. */
  status: number;
  /** The answer's header `Location`; null without one. */
  location: string | null;
  /** The address that the visitor is led to, by a redirect or by a page; null where there is none. Nobody has opened it. */
  address: string | null;
  /** Whether a draw has decided something: another visitor may get something else. */
  is_by_chance: boolean;
}
