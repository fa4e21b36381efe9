import type { DeviceKind } from '@waypost/sdk';
import type { mongo } from 'mongoose';
import type { Breakdown } from '../aggregator/breakdown.ts';
import type { DayHours } from '../aggregator/recent-hours.ts';
import type { ContentKind } from '../links/link-content.ts';
import type { ClosedDayDocument, DayWritesDocument, PackedSumsDocument } from './closed-days.ts';
import type { JournalSumsDocument } from './journal-sums.ts';
import type { MarkPartDocument, MarkRunsDocument } from './marks.ts';
import type { ChangedLinkDocument, PackedColumnDocument, PackedDayDocument } from './packed-rows.ts';
import type { RefusalDocument } from './refusals.ts';

/** One published link. `k` is `host/code`, unique; `v` the compact form of links/compiled-link.ts. */
export interface LinkDocument {
  _id: mongo.ObjectId;
  k: string;
  v: mongo.Binary;
  /** Another one with each write: every write is then a change that the feed tells, and its author knows it by this. */
  r?: mongo.ObjectId;
  /** Names of what it shows in the place of leading somewhere, a blank between them. */
  c?: string;
  /** Stands on a host before the one that answers: the id of the link that does. */
  m?: mongo.ObjectId;
}

/** What links show; `_id` says what it is (links/link-content.ts), so that it never changes. */
export interface ContentDocument {
  _id: string;
  kind: ContentKind;
  v: mongo.Binary;
  /** When a link that shows it was last published. */
  t: Date;
}

/** Sums of one day of TIME_ZONE. `hours` holds the hours that had a visit, by their number. */
export interface DayFigures {
  day: number;
  views: number;
  addresses: number;
  /** Visitors (code and address) seen for the first time ever: of one code its new visitors, over several codes more. */
  fresh: number;
  crawlers: number;
  /** Visits that were led on because their link had expired; missing where there was none, and on days before this was counted. */
  expired?: number;
  hours: Record<string, number>;
  /** Visits by what is known of them, as aggregator/breakdown.ts writes it. */
  parts: Breakdown;
  /** Addresses by the day on which they came before, as aggregator/days-before.ts writes it; missing on days of before this was counted. */
  came?: Breakdown;
}

/**
 * One link's totals, and the sums of the last day it was visited on, as of the last day that is over and was put into documents: what came
 * since stands in runs (sums/pending.ts). When a later day is put in, those sums move to `visit_days`. `revision` lets a writer see that another
 * one was there.
 */
export interface CodeDocument {
  _id: mongo.ObjectId;
  owner: mongo.ObjectId;
  revision: number;
  views: number;
  addresses: number;
  crawlers: number;
  last: Date;
  /** Visits that were led on because it had expired; missing where there was none. */
  expired?: number;
  today: DayFigures;
  /** Whoever had it before: their visits stay theirs. Missing where nobody had, or before this was kept. */
  former?: mongo.ObjectId[];
  /** Set where the link has several targets: counted visits by target key, of today as well. */
  isRotated?: true;
  targets?: Record<string, number>;
}

/** One link's sums of an earlier day; `_id` is link id + day as 4 bytes, big endian, so that a link's days are a range. */
export interface CodeDayDocument extends Omit<DayFigures, 'parts' | 'came' | 'hours'> {
  _id: mongo.Binary;
  link: mongo.ObjectId;
  owner: mongo.ObjectId;
  /** Those of the day, and of visits that came late: to be added up. */
  parts: Breakdown[];
  came?: Breakdown[];
  /** Missing on days on which only bots came. */
  hours?: Record<string, number>;
}

/** Sums of one day over an owner's links, or (`PLATFORM`) all; one document for each aggregator that adds to them. */
export interface ScopeDayDocument extends DayFigures {
  /** `<scope>:<day>:<aggregator>` */
  _id: string;
  scope: mongo.ObjectId;
  revision: number;
  /**
   * New visitors of the scope: addresses that it saw for the first time ever. Sums from before this was counted have none;
   * theirs are counted from the addresses (statistics/newcomers.ts).
   */
  newcomers?: number;
  /** Links visited most on this day, with the sums they had when last visited. */
  top: { link: mongo.ObjectId; views: number; addresses: number }[];
}

/** One address on one link. `_id` is link id + 16 bytes of address. */
export interface VisitorDocument {
  _id: mongo.Binary;
  /** The address as people write it, for lists and searches. */
  ip: string;
  owner: mongo.ObjectId;
  first: Date;
  last: Date;
  count: number;
  /** Days of TIME_ZONE on which it came, as yyyymmdd. */
  days: number[];
  /** A letter for the kind of device by which it was counted on each of them (aggregator/days-before.ts). */
  kinds?: string;
  /** The hours of the last two of these days, as aggregator/recent-hours.ts keeps them. */
  recent: DayHours[];
  /** Its visits were erased: the address is counted by and told to nobody; this names the erasure in its place. */
  erased?: mongo.ObjectId;
  kind: DeviceKind;
  country: string;
  location: string;
  isp: string;
  device: string;
  /** Missing in rows of before this was kept. */
  isListed?: boolean;
  system: string;
  app: string;
  browser: string;
  agent: string;
  referrer: string;
}

/**
 * One address on any link of a scope; `_id` is scope id + 16 bytes of address. Of before these were kept as marks: the aggregator moves
 * them before it counts anything (marks/move-addresses.ts).
 */
export interface AddressDocument {
  _id: mongo.Binary;
  days: number[];
  /** As of a visitor. */
  kinds?: string;
  recent: DayHours[];
}

/** One visit, kept only where the link's log is open. `_id` is `<journal>:<position>`. */
export interface RawVisitDocument {
  _id: string;
  link: mongo.ObjectId;
  owner: mongo.ObjectId;
  time: Date;
  ip: string;
  target: number;
  isCrawler: boolean;
  kind: DeviceKind;
  country: string;
  location: string;
  isp: string;
  device: string;
  isListed?: boolean;
  system: string;
  app: string;
  browser: string;
  agent: string;
  referrer: string;
  /** Missing where the visit said nothing, or came before this was kept. */
  language?: string;
  utm_source?: string;
  utm_medium?: string;
  utm_campaign?: string;
  entry?: string;
  /** `ip` is shortened: nobody's address. */
  isShort?: true;
  /** The clearing that took it to the bin by its name. */
  clearing?: mongo.ObjectId;
  /** Came back from the bin by its name: it is no part of what was cleared by time. */
  isExempt?: true;
}

/** Times from, without it, to the end, with it; an end that is missing is open. */
export interface TimeRange {
  after?: Date;
  until?: Date;
}

/** What was cleared of a link at once and waits in the bin. */
export interface ClearingDocument {
  _id: mongo.ObjectId;
  link: mongo.ObjectId;
  time: Date;
  count: number;
  /** Times that were cleared whole, so that a million visits go with one document; none: visits name the clearing. */
  ranges: TimeRange[];
}

/** How visits are kept: one document, missing until somebody says so. */
export interface KeepingDocument {
  _id: string;
  days: number;
  addresses: 'whole' | 'shortened';
  /** Addresses that were kept whole before are still to be shortened. */
  isPending: boolean;
}

/** How far a journal is aggregated: written in the same transaction as what was aggregated. */
export interface CheckpointDocument {
  _id: string;
  segment: number;
  offset: number;
  visits: number;
}

/**
 * Visits `from` + 1 to `to` of a journal that are not counted, because their bytes are missing or damaged, or because the
 * store did not take them. What is left of them is in the segment, which is kept beside the journals.
 */
export interface UnaccountedDocument {
  /** `<journal>:<segment>:<from>` */
  _id: string;
  journal: string;
  segment: number;
  from: number;
  to: number;
  /** `to` less `from`. */
  visits: number;
  /** It is the end of its journal: there may have been more. */
  isOpen?: true;
  reason: 'missing' | 'refused';
  detail: string;
  time: Date;
}

/**
 * Counters of the visits of one hour of TIME_ZONE. `<journal>:<hour>`: what was counted of a journal, written with its batches.
 * `told:<journal>:<hour>`: what the process that writes it says. `erased:<hour>`: visits that were kept and are erased.
 */
export interface HourDocument {
  _id: string;
  /** yyyymmdd */
  day: number;
  /** yyyymmddhh */
  hour: number;
  journal?: string;
  /** Visits that were read from the journal. */
  counted?: number;
  /** Of these, the ones that are in no sum of views by hour: crawlers, hops, and those of links that had expired. */
  aside?: number;
  answered?: number;
  journalled?: number;
  /** When it was told last. */
  told?: Date;
  /** The process has told the last of it. */
  isEnded?: true;
  erased?: number;
}

/** The document of `visit_hours` that says since which hour these are counted, for installations that are older. */
export const HOURS_SINCE = 'since';

/** The scope of all owners together. */
export const PLATFORM_SCOPE = '0'.repeat(24);

export const COLLECTIONS = {
  links: 'visit_links',
  contents: 'visit_contents',
  codes: 'visit_codes',
  codeDays: 'visit_days',
  scopeDays: 'visit_scope_days',
  visitors: 'visit_visitors',
  addresses: 'visit_addresses',
  marks: 'visit_marks',
  markRuns: 'visit_mark_runs',
  rawVisits: 'visits',
  clearings: 'visit_clearings',
  keeping: 'visit_keeping',
  checkpoints: 'visit_checkpoints',
  unaccounted: 'visit_unaccounted',
  journalSums: 'visit_journal_sums',
  hours: 'visit_hours',
  refusals: 'visit_refusals',
  refusedVisits: 'visit_refused',
  dayWrites: 'visit_day_writes',
  closedDays: 'visit_closed_days',
  packedSums: 'visit_packed_sums',
  packedDays: 'visit_packed_days',
  packedColumns: 'visit_packed_columns',
  changedLinks: 'visit_changed_links',
} as const;

/** Where visits are noted that are not counted: whoever tells people of them follows it. */
export const UNACCOUNTED_VISITS = COLLECTIONS.unaccounted;

/** The collections of the visit path, typed. */
export interface VisitCollections {
  links: mongo.Collection<LinkDocument>;
  contents: mongo.Collection<ContentDocument>;
  codes: mongo.Collection<CodeDocument>;
  codeDays: mongo.Collection<CodeDayDocument>;
  scopeDays: mongo.Collection<ScopeDayDocument>;
  visitors: mongo.Collection<VisitorDocument>;
  addresses: mongo.Collection<AddressDocument>;
  marks: mongo.Collection<MarkPartDocument>;
  markRuns: mongo.Collection<MarkRunsDocument>;
  rawVisits: mongo.Collection<RawVisitDocument>;
  clearings: mongo.Collection<ClearingDocument>;
  keeping: mongo.Collection<KeepingDocument>;
  checkpoints: mongo.Collection<CheckpointDocument>;
  unaccounted: mongo.Collection<UnaccountedDocument>;
  journalSums: mongo.Collection<JournalSumsDocument>;
  hours: mongo.Collection<HourDocument>;
  refusals: mongo.Collection<RefusalDocument>;
  /** Visits that rules of shields refused, of codes whose log is open: `target` is the number of the rule, as in the journal. */
  refusedVisits: mongo.Collection<RawVisitDocument>;
  dayWrites: mongo.Collection<DayWritesDocument>;
  closedDays: mongo.Collection<ClosedDayDocument>;
  packedSums: mongo.Collection<PackedSumsDocument>;
  packedDays: mongo.Collection<PackedDayDocument>;
  packedColumns: mongo.Collection<PackedColumnDocument>;
  changedLinks: mongo.Collection<ChangedLinkDocument>;
}

export function visitCollections(database: mongo.Db): VisitCollections {
  return {
    links: database.collection(COLLECTIONS.links),
    contents: database.collection(COLLECTIONS.contents),
    codes: database.collection(COLLECTIONS.codes),
    codeDays: database.collection(COLLECTIONS.codeDays),
    scopeDays: database.collection(COLLECTIONS.scopeDays),
    visitors: database.collection(COLLECTIONS.visitors),
    addresses: database.collection(COLLECTIONS.addresses),
    marks: database.collection(COLLECTIONS.marks),
    markRuns: database.collection(COLLECTIONS.markRuns),
    rawVisits: database.collection(COLLECTIONS.rawVisits),
    clearings: database.collection(COLLECTIONS.clearings),
    keeping: database.collection(COLLECTIONS.keeping),
    checkpoints: database.collection(COLLECTIONS.checkpoints),
    unaccounted: database.collection(COLLECTIONS.unaccounted),
    journalSums: database.collection(COLLECTIONS.journalSums),
    hours: database.collection(COLLECTIONS.hours),
    refusals: database.collection(COLLECTIONS.refusals),
    refusedVisits: database.collection(COLLECTIONS.refusedVisits),
    dayWrites: database.collection(COLLECTIONS.dayWrites),
    closedDays: database.collection(COLLECTIONS.closedDays),
    packedSums: database.collection(COLLECTIONS.packedSums),
    packedDays: database.collection(COLLECTIONS.packedDays),
    packedColumns: database.collection(COLLECTIONS.packedColumns),
    changedLinks: database.collection(COLLECTIONS.changedLinks),
  };
}

/** How long raw visits are kept unless told otherwise (kept/keeping.ts). */
export const RAW_VISIT_DAYS = 90;
export const DAY_SECONDS = 24 * 60 * 60;
