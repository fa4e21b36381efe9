import type { VisitTarget } from '@waypost/contract';
import type { DeviceKind } from './device-kind.ts';
import type { DayRange, VisitDimension, VisitScope } from './visit-scope.ts';

/** One visit, kept because the log of its link was open. */
export interface KeptVisit {
  id: string;
  link: string;
  time: string;
  /** As it came, or shortened where that is what is kept. */
  ip: string;
  /** ISO 3166 code in upper case; empty where it is not known. */
  country: string;
  location: string;
  isp: string;
  kind: DeviceKind;
  device: string;
  system: string;
  app: string;
  browser: string;
  user_agent: string;
  referrer: string;
  is_crawler: boolean;
  /** Where it was led to, as `targetKeys` names targets. */
  target: number;
}

export interface KeptVisitFilter {
  link: string;
  time_from?: string | undefined;
  time_to?: string | undefined;
  /** One address in any spelling. */
  ip?: string | undefined;
  kind?: DeviceKind[] | undefined;
  app?: string[] | undefined;
  /** Parts of a text, in any case. */
  device?: string | undefined;
  system?: string | undefined;
  /** Any of these parts of a place, which is written in Chinese. */
  location?: readonly string[] | undefined;
  target?: number | undefined;
  /** By time; default: the newest first. */
  sort_order?: 'asc' | 'desc' | undefined;
}

export interface KeptVisitQuery extends KeptVisitFilter {
  page: number;
  page_size: number;
}

/** Visits of a link that were cleared together and wait in the bin. */
export interface VisitClearing {
  id: string;
  time: string;
  /** When they are deleted for good. */
  until: string;
  count: number;
  /** All that were there, not chosen ones. */
  is_whole: boolean;
}

/** Which kept visits are counted: by a kind of device, or with one value of a dimension. */
export interface KeptCountScope extends VisitScope {
  kind?: DeviceKind | undefined;
  only?: { dimension: Exclude<VisitDimension, 'kind'>; value: string } | undefined;
}

export interface KeptCounts {
  /** Visits of people by value; those that are cleared or too old are in none. */
  values: Record<string, number>;
  /** When the first came that is still kept, of any day; null without any. */
  since: string | null;
}

/** How single visits are kept, for all links. */
export interface VisitKeeping {
  /** Older ones are not shown, and deleted. */
  days: number;
  /** `shortened`: without the last of four numbers, of IPv6 all behind the first 48 bits. */
  addresses: 'whole' | 'shortened';
}

/**
 * Single visits, which are kept where a link's log is open. Nothing that is done with them changes any other figure. Writing
 * needs `visits:keep`.
 */
export interface KeptVisits {
  /** One page, without what was cleared. Beyond 10,000 nobody counts on: `is_at_least`. */
  keptVisits(query: KeptVisitQuery): Promise<{ content: KeptVisit[]; count: number; is_at_least: boolean }>;
  /** All that a filter finds, in portions. Ends when `signal` aborts. */
  keptVisitStream(filter: KeptVisitFilter, signal?: AbortSignal): AsyncIterable<KeptVisit[]>;
  /**
   * Kept visits of some days by a dimension or by link, also of those with one value of another: figures are not kept by two
   * things at once.
   */
  keptCounts(scope: KeptCountScope, range: DayRange, dimension: VisitDimension | 'link'): Promise<KeptCounts>;
  /** What `KeptVisit.target` says of each of a link's targets, in their order. */
  targetKeys(targets: VisitTarget[]): Promise<number[]>;
  /** The bin of a link, the latest first. */
  visitClearings(link: string): Promise<VisitClearing[]>;
  /** Moves visits to the bin for 7 days: those that are named (at most 1,000), else all of this moment. Null where there was none. */
  clearVisits(link: string, visits?: readonly string[]): Promise<VisitClearing | null>;
  /** Brings back one clearing, else all that is in the bin. Answers how many visits these were. */
  restoreVisits(link: string, clearing?: string): Promise<number>;
  /**
   * Deletes for good what is kept of an address's visits of these links (at most 1,000), in the bin, too, and tells the
   * address no longer among their visitors. Answers how many visits were deleted.
   */
  eraseVisits(links: readonly string[], ip: string): Promise<number>;
  /** Says how visits are kept from now on. Addresses that were kept whole are shortened by `tidyVisits`. */
  keepVisits(keeping: VisitKeeping): Promise<void>;
  /** Deletes what waited in the bin for 7 days, and shortens what is to be shortened. For a job. */
  tidyVisits(signal?: AbortSignal): Promise<{ purged: number; shortened: number }>;
}
