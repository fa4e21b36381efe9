import type { VisitLink } from '@waypost/contract';
import type { Disposer } from './context.ts';
import type { Session } from './model.ts';

/** Whose visits are read: one owner's, one link's or (both undefined) the whole platform's. */
export interface VisitScope {
  owner?: string | undefined;
  link?: string | undefined;
}

export interface VisitTotals {
  view_number: number;
  ip_view_number: number;
  bot_view_number: number;
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
  /** 24 sums, hour 0 first. */
  hours: number[];
  yesterday_hours: number[];
  top_links: { link: string; view_number: number; ip_view_number: number }[];
  /** Visits answered but not yet in these figures, and how old the oldest is. */
  lag: { visits: number; milliseconds: number };
}

export interface VisitorRow {
  id: string;
  link: string;
  ip: string;
  /** ISO 3166 code in upper case; empty where it is not known. */
  country: string;
  location: string;
  isp: string;
  device: string;
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
  app?: string[] | undefined;
  /** Only these addresses, as people write them. */
  ips?: readonly string[] | undefined;
  /** Only who came on one of these days of TIME_ZONE, yyyymmdd, both included. */
  days?: { first: number; last: number } | undefined;
  last_time_from?: string | undefined;
  last_time_to?: string | undefined;
  sort_field?: 'last_time' | 'first_time' | 'count' | undefined;
  sort_order?: 'asc' | 'desc' | undefined;
  page: number;
  page_size: number;
}

/** Links that the visit path answers, and what is known of their visits. */
export interface VisitAccess {
  /** Upserts links inside the caller's transaction; 409 `duplicate` when (host, code) is taken. */
  publish(links: VisitLink[], session: Session): Promise<void>;
  withdraw(linkIds: string[], session: Session): Promise<void>;
  /** Token that only the QR image carries (access mode 2). */
  scanToken(host: string, code: string): string;
  totals(linkIds: string[]): Promise<Map<string, VisitTotals>>;
  today(scope: VisitScope): Promise<TodayStatistics>;
  visitors(query: VisitorQuery): Promise<{ content: VisitorRow[]; count: number }>;
  /** Calls `listener` soon after visits were counted into the figures, by any process; costs nothing while nobody listens. */
  onFolded(listener: () => void): Disposer;
}
