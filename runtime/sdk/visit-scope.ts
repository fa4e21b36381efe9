/** Whose visits are read: one owner's, one link's or (both undefined) the whole platform's. */
export interface VisitScope {
  owner?: string | undefined;
  link?: string | undefined;
}

/** Days of TIME_ZONE as yyyymmdd, both included. */
export interface DayRange {
  first: number;
  last: number;
}

/** What visits are counted by beside code, day and hour. */
export type VisitDimension =
  | VisitorDimension
  /** Of the browser, with its country where it says one: `zh-CN`. */
  | 'language'
  /** What the visit's own query says, else the target that it was led to; visits without either have no value. */
  | 'utm_source'
  | 'utm_medium'
  | 'utm_campaign'
  /** `scan` of the picture or visit of the `link`. */
  | 'entry'
  /** Where it was led to, as `targetKeys` names targets. */
  | 'target';

/** Those that are kept of visitors, too. */
export type VisitorDimension =
  | 'kind'
  | 'region'
  /** Region and, where it is known, the city behind it. */
  | 'city'
  | 'isp'
  | 'app'
  | 'system'
  | 'device'
  | 'browser'
  | 'referrer';
