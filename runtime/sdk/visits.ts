import type {
  RetiredLink,
  VisitForwards,
  VisitLink,
  VisitPool,
  VisitShield,
  VisitTarget,
} from '@waypost/contract';
import type { DeviceKind } from './device-kind.ts';
import type { Disposer } from './ground.ts';
import type { HourAccount } from './hour-accounts.ts';
import type { KeptVisits } from './kept-visits.ts';
import type { Session } from './model.ts';
import type { TriedVisit, TriedVisitor, VisitorPage } from './tried-visit.ts';
import type { DayRange, VisitDimension, VisitorDimension, VisitScope } from './visit-scope.ts';
import type {
  RefusedVisit,
  RefusedVisitQuery,
  ShieldRefusals,
  ShieldTrial,
  TriedShield,
} from './visit-shields.ts';

export interface VisitTotals {
  view_number: number;
  ip_view_number: number;
  bot_view_number: number;
  /** Visits that were led to `expired_target`; in no other figure. */
  expired_view_number: number;
  last_time: string | null;
}

export interface TodayStatistics {
  /** Day of TIME_ZONE, yyyy-mm-dd. */
  day: string;
  view_number: number;
  ip_view_number: number;
  new_visitor_number: number;
  bot_view_number: number;
  yesterday: { view_number: number; ip_view_number: number; new_visitor_number: number };
  /**
   * Yesterday until the same time of day (`until`, hh:mm), to hold today against: `sumUntil` of its hours. Addresses and new
   * visitors are null of one link, which keeps them by day only, and while yesterday was not counted so from its beginning.
   */
  yesterday_so_far: {
    view_number: number;
    ip_view_number: number | null;
    new_visitor_number: number | null;
    until: string;
  };
  /** 24 sums, hour 0 first. */
  hours: number[];
  yesterday_hours: number[];
  top_links: { link: string; view_number: number; ip_view_number: number }[];
  /**
   * Visits answered but not yet in these figures, and how old the oldest is; `unaccounted`: of the whole platform, those
   * that do not come by themselves.
   */
  lag: { visits: number; milliseconds: number; unaccounted: number };
}

/** How many came for the first time within a day in each of its hours, hour 0 first; null where that is not known of all. */
export interface FirstHours {
  ip_view_number: number[] | null;
  /** Of those, who had never been seen before. */
  new_visitor_number: number[] | null;
}

export interface VisitorRow {
  id: string;
  link: string;
  /** Empty where its visits were erased: it is counted on, and no longer told. */
  ip: string;
  /** ISO 3166 code in upper case; empty where it is not known. */
  country: string;
  location: string;
  isp: string;
  kind: DeviceKind;
  device: string;
  /** False for a phone whose model is in no table: `device` is then what its user agent calls it. */
  is_listed: boolean;
  system: string;
  app: string;
  browser: string;
  user_agent: string;
  referrer: string;
  count: number;
  first_time: string;
  last_time: string;
}

export interface VisitorQuery {
  scope: VisitScope;
  search?: string | undefined;
  /** Stored names of places and networks that `search` means, too: what readers see is told in their letters. */
  named?: { places: readonly string[]; networks: readonly string[] } | undefined;
  app?: string[] | undefined;
  /** Only these addresses, as people write them. */
  ips?: readonly string[] | undefined;
  /** Only whose address is told: none that was erased. */
  isTold?: boolean | undefined;
  /** All are counted, and pages go to the end, however long that takes. Not beside a search. */
  isWhole?: boolean | undefined;
  /** Only who came on one of these days of TIME_ZONE, yyyymmdd, both included. */
  days?: { first: number; last: number } | undefined;
  last_time_from?: string | undefined;
  last_time_to?: string | undefined;
  sort_field?: 'last_time' | 'first_time' | 'count' | undefined;
  sort_order?: 'asc' | 'desc' | undefined;
  page: number;
  page_size: number;
}

/** What days are told with. */
export type DayTold = 'sums' | VisitDimension;

export interface VisitFigures {
  view_number: number;
  /** Different addresses. */
  ip_view_number: number;
  /** Addresses that the scope (a code, an owner's codes, the platform) had never seen before. */
  new_visitor_number: number;
}

/** One value of a dimension, as `DayStatistics` names it. */
export interface VisitValue {
  dimension: Exclude<VisitorDimension, 'kind'>;
  value: string;
}

export interface DayStatistics extends VisitFigures {
  /** yyyymmdd */
  day: number;
  bot_view_number: number;
  /** 24 sums, hour 0 first. */
  hours: number[];
  /** Different addresses by hour. */
  ip_hours: number[];
  /** An address counts for the kind of device it came with first on that day. */
  kinds: Record<DeviceKind, VisitFigures>;
  /** Visits by value. Region: country code, for China a blank and the province behind it. Value `~`: many rare ones together. */
  parts: Record<VisitDimension, Record<string, number>>;
}

/** One link's sums over days; addresses are not in it, because they cannot be added over days. */
export interface LinkStatistics {
  link: string;
  view_number: number;
  new_visitor_number: number;
  bot_view_number: number;
}

/** A picture that links may show. */
export interface KeptPicture {
  /** Its name, for `targets: [{ picture }]`. */
  picture: string;
  width: number;
  height: number;
  /** What it takes in the store. */
  bytes: number;
}

/** What is known of one address over the links of everybody. */
export interface AddressStatistics {
  /** In the one spelling of addresses. */
  ip: string;
  /** ISO 3166 code in upper case; empty where it is not known, as is `location` and `isp`. */
  country: string;
  location: string;
  isp: string;
  view_number: number;
  link_number: number;
  first_time: string | null;
  last_time: string | null;
  /** The last 366 days on which it came, newest first, with how many links it visited and how many single visits are kept. */
  days: { day: number; link_number: number; kept_number: number }[];
}

/** Sums of one owner's links on one day. */
export interface OwnerDay {
  owner: string;
  /** yyyymmdd */
  day: number;
  view_number: number;
  ip_view_number: number;
  /** Addresses that no link of the owner had seen before. */
  new_visitor_number: number;
  bot_view_number: number;
  /** Visits that were led on because their link had expired; counted by day since it is known. */
  expired_view_number: number;
}

/** Sums of one host's links on one day, without addresses: those are counted by link and by owner. */
export type HostDay = Omit<OwnerDay, 'owner' | 'ip_view_number'> & { host: string };

/** Links that the visit path answers, and what is known of their visits. */
export interface VisitAccess extends KeptVisits {
  /**
   * Upserts links inside the caller's transaction; 409 `duplicate` when (host, code) is taken, 422 `visit_content_unknown` when
   * a target names a picture that was not kept.
   */
  publish(links: VisitLink[], session: Session): Promise<void>;
  /**
   * Upserts pools that targets of links name, inside the caller's transaction; `withdraw` forgets them. What their items have taken
   * stays counted under the items' names. 422 `visit_content_unknown` when an item names a picture that was not kept.
   */
  publishPools(pools: VisitPool[], session: Session): Promise<void>;
  /**
   * Visitors that the items of pools have taken, by pool and item, as far as they are counted into the figures: visits go by what
   * they know themselves, which is some seconds ahead.
   */
  poolCounts(
    pools: { id: string; items: string[] }[],
  ): Promise<Readonly<Record<string, Readonly<Record<string, number>>>>>;
  /**
   * Visits that each target of links was given in its turn, in the order of `targets`, as far as they are counted into the figures. A
   * target keeps its count wherever it stands in the order; one that was never counted has 0, as the only target of a link has.
   */
  targetCounts(
    links: { id: string; targets: VisitTarget[] }[],
  ): Promise<Readonly<Record<string, readonly number[]>>>;
  /**
   * Upserts the rules by which paths of hosts lead on that no code answers, inside the caller's transaction; a host has them once, under one
   * id: 409 `duplicate`. The first rule that meets the whole path is followed, in every process and without the store. `withdraw` forgets
   * them; their hits stay counted under the rules' names. RangeError for rules that `visitForwards` does not take.
   */
  publishForwards(forwards: VisitForwards[], session: Session): Promise<void>;
  /**
   * Requests that rules have led on, by the id of the forwards and the name of the rule, as far as they are counted into the figures: each
   * answered one once, as visits are, without bots and what does not count as a visit either. They are in no figure of visits.
   */
  forwardCounts(
    forwards: { id: string; rules: string[] }[],
  ): Promise<Readonly<Record<string, Readonly<Record<string, number>>>>>;
  /**
   * Upserts rules about who may visit, of an owner or of the platform, inside the caller's transaction; an owner has them once, under
   * one id: 409 `duplicate`. They hold for the codes of all plugins, in every process and without the store, and are looked at before
   * what a code says itself; while this plugin is off they are passed over. `withdraw` forgets them; what they refused stays counted. Needs `visits:shield`.
   */
  publishShields(shields: VisitShield[], session: Session): Promise<void>;
  /**
   * Visits that rules have refused, by the number of the rule, as far as they are counted into the figures: each answered one once, as
   * visits are, and in no figure of those. Of the last 400 days. Needs `visits:shield`.
   */
  shieldRefusals(rules: number[], range: DayRange): Promise<ShieldRefusals[]>;
  /**
   * One page of the visits that rules have refused, of links whose log was open, for as long as single visits are kept; who may see them
   * is for the plugin to say. Beyond 10,000 nobody counts on: `is_at_least`. Needs `visits:shield`.
   */
  refusedVisits(
    query: RefusedVisitQuery,
  ): Promise<{ content: RefusedVisit[]; count: number; is_at_least: boolean }>;
  /**
   * What rules would have said of visits that are kept, the latest first (at most 10,000): nothing is counted or written down. Who may
   * see the visits is for the plugin to say. Needs `visits:shield`.
   */
  tryShield(trial: ShieldTrial): Promise<TriedShield>;
  /** Forgets links: visits answer 404, and whoever comes next may have their addresses. Their statistics stay. */
  withdraw(linkIds: string[], session: Session): Promise<void>;
  /**
   * Leaves nothing of links but their addresses: visits answer 410, and nobody can publish another link there before
   * `withdraw` gives it free. For codes that are printed somewhere and must never lead to a stranger.
   */
  retire(links: RetiredLink[], session: Session): Promise<void>;
  /**
   * Draws a PNG, JPEG or WebP picture (base64) anew and keeps it for links to show: at most 1,600 pixels a side. One that no
   * published link has shown for a day is forgotten. Errors: `visit_picture_unusable` 422.
   */
  keepPicture(data: string): Promise<KeptPicture>;
  /**
   * What `keepPicture` has kept under this name: a PNG in base64, null when it is not there any more. Whoever has the name must not
   * see the picture for that: the plugin says who may.
   */
  picture(name: string): Promise<string | null>;
  /**
   * Whether the product itself goes by this name, so that no short code may have it; in any case. On the installation's own
   * names that is what screens, calls and files are called, less everyday words; on another host what is served there.
   * @param host where the code is to stand; left out or empty: the installation's own names
   */
  isReserved(code: string, host?: string): Promise<boolean>;
  /** Token that only the QR image of this link carries (access mode 2); `id` is the link's. */
  scanToken(link: { id: string; host: string; code: string }): string;
  /**
   * Path of a look at what a visit of this link gets, for a minute: it is not counted and moves no rotation on. Later it leads
   * to the link itself. For whoever may see the link's statistics.
   */
  trial(link: { id: string; host: string; code: string }): Promise<string>;
  /**
   * What a visit of this link would get now and why, step by step, from what answers visits: nothing is counted, used up or written
   * down. A link that is not there is told as visitors are: 404. For whoever may see the link's settings.
   */
  tryVisit(link: { id: string; host: string; code: string }, visitor: TriedVisitor): Promise<TriedVisit>;
  /**
   * HTML of a page as visitors who read `language` get it, of a link that need not exist: for a frame with an empty `sandbox`, in which
   * nothing runs and no link opens. Null when its picture is not there any more; whoever has its name must not see it for that.
   */
  previewPage(page: VisitorPage, language: string): Promise<string | null>;
  totals(linkIds: string[]): Promise<Map<string, VisitTotals>>;
  today(scope: VisitScope): Promise<TodayStatistics>;
  /**
   * One page of visitors. Beyond 10,000 nobody counts on: `is_at_least`, and pages behind are empty. A search looks at the 5,000 of
   * the others' conditions who came last; `is_at_least` where there are more.
   */
  visitors(query: VisitorQuery): Promise<{ content: VisitorRow[]; count: number; is_at_least: boolean }>;
  /**
   * Sums by day, oldest first; days without any visit are left out.
   * @param told what a day is told with: left out, everything; `sums`: visits, addresses, new visitors, bots and visits by hour, nothing by hour of
   * addresses, by device or by anything else; or a dimension: these and `parts` of it. Less is read much sooner.
   */
  days(scope: VisitScope, range: DayRange, told?: DayTold): Promise<DayStatistics[]>;
  /**
   * When the addresses of a day (yyyymmdd) came first, to hold a day that goes on against an earlier one by `sumUntil`. Null of one
   * link, which keeps them by day only, and of days that were not counted so from their beginning.
   */
  firstHours(scope: VisitScope, day: number): Promise<FirstHours>;
  /** The first day that has figures; undefined before the first visit. */
  firstDay(scope: VisitScope): Promise<number | undefined>;
  /**
   * Different addresses over all days of a range; `kind`: only those that came with such a device when they first came within
   * it.
   */
  uniqueAddresses(scope: VisitScope & { kind?: DeviceKind | undefined }, range: DayRange): Promise<number>;
  /** What is known of an address over the links of everybody. Errors: TypeError for what is none. */
  address(ip: string): Promise<AddressStatistics>;
  /**
   * Sums of every owner on each day that had a visit, in no order; of days before yesterday as they were ten minutes ago at most, of later
   * ones a second.
   * At most 31 days.
   */
  ownerDays(range: DayRange): Promise<OwnerDay[]>;
  /**
   * The same by the hosts that links stand on.
   * @param hosts links of each host by its name; visits of all other links are told with the name ''
   */
  hostDays(range: DayRange, hosts: Record<string, string[]>): Promise<HostDay[]>;
  /** Sums of each link that was visited in a range, in no order. */
  links(scope: VisitScope, range: DayRange): Promise<LinkStatistics[]>;
  /**
   * How many visitors (addresses on a code) of a range came with each value last. Exact also together with `kind`, or with
   * `only` one value of another dimension, by which visits are not kept beside each other.
   */
  visitorCounts(
    scope: VisitScope & { kind?: DeviceKind | undefined; only?: VisitValue | undefined },
    range: DayRange,
    dimension: VisitorDimension,
  ): Promise<Record<string, number>>;
  /**
   * The counters of all visits of the platform by hour, oldest first; hours without any visit are left out. Days far apart
   * are read whole: ask for no more than are shown.
   */
  hourAccounts(range: DayRange): Promise<HourAccount[]>;
  /** Every visitor that a query finds, newest first, in portions; paging is ignored. Ends when `signal` aborts. */
  visitorStream(
    query: Omit<VisitorQuery, 'page' | 'page_size'>,
    signal?: AbortSignal,
  ): AsyncIterable<VisitorRow[]>;
  /** Calls `listener` soon after visits were counted into the figures, by any process; costs nothing while nobody listens. */
  onAggregated(listener: () => void): Disposer;
}
