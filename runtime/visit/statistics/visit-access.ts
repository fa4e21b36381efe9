import { join } from 'node:path';
import type { Clock, Logger, VisitAccess } from '@waypost/sdk';
import type { mongo } from 'mongoose';
import { rememberPackedLinks } from '../closed/packed-links.ts';
import { createColumnReader } from '../columns/read-columns.ts';
import { followDays } from '../derive/days.ts';
import { createLocationReader } from '../derive/location.ts';
import { createKeptVisits } from '../kept/kept-visits.ts';
import { readRefusedVisits } from '../kept/refused-visits.ts';
import { createScanTokens } from '../rules/scan-token.ts';
import { trialPath } from '../rules/trial.ts';
import { visitCollections } from '../store/collections.ts';
import { keepPicture, readPicture } from '../store/contents.ts';
import type { OwnChanges } from '../store/own-changes.ts';
import { createLinkPublisher } from '../store/publisher.ts';
import { createPagePreview } from '../trying/preview-page.ts';
import { createShieldTrial } from '../trying/try-shield.ts';
import { createVisitTrial, type TryingSource } from '../trying/try-visit.ts';
import { readAddress } from './address.ts';
import { followAggregation } from './aggregation-feed.ts';
import { readDays, readFirstDay } from './days.ts';
import { readFirstHours } from './first-hours.ts';
import { readForwardCounts } from './forward-counts.ts';
import { readHourAccounts } from './hour-accounts.ts';
import { readLag, type VisitLag } from './lag.ts';
import { readLinks } from './links.ts';
import { createOwnerDays } from './owner-days.ts';
import { readPoolCounts } from './pool-counts.ts';
import { readRotationCounts } from './rotation-counts.ts';
import { readShieldRefusals } from './shield-refusals.ts';
import { readToday } from './today.ts';
import { readTotals } from './totals.ts';
import { countUniqueAddresses } from './unique-addresses.ts';
import { countVisitors } from './visitor-counts.ts';
import { readVisitors, streamVisitors } from './visitors.ts';

export interface VisitAccessOptions {
  database: mongo.Db;
  /** SECRET_KEY, 32 bytes: the visit path must have the same. */
  secretKey: Uint8Array;
  timeZone(): string;
  /** DATA_DIR */
  directory: string;
  clock: Clock;
  log?: Logger;
  /** Where this process answers visits: links published here are known to them once their transaction has returned. */
  ownChanges?: OwnChanges | undefined;
  /** What visits are tried with. */
  trying: TryingSource;
  /** Whether a name belongs to the product itself on a host (default: its own names), so that no code may have it there. */
  isReserved(name: string, host?: string): boolean;
}

/** What plugins see, and what only the runtime's own services use. */
export interface VisitStatistics extends VisitAccess {
  lag(): Promise<VisitLag>;
}

/** Links and the statistics of visits for any process that reaches the store. */
export function createVisitAccess(options: VisitAccessOptions): VisitStatistics {
  const { clock, timeZone } = options;
  const collections = visitCollections(options.database);
  const dayHourOf = followDays(timeZone);
  const journals = join(options.directory, 'journal');
  const read = createColumnReader();
  const readPackedLinks = rememberPackedLinks(collections);
  const tokens = createScanTokens(options.secretKey);
  const publisher = createLinkPublisher(options.database, options.ownChanges);
  let locations: ReturnType<typeof createLocationReader> | undefined;
  const location = (address: string) => {
    locations ??= createLocationReader();
    return locations(address);
  };
  const lag = (): Promise<VisitLag> => readLag(collections, journals, clock);
  return {
    publish: (links, session) => publisher.publish(links, session),
    publishPools: (pools, session) => publisher.publishPools(pools, session),
    poolCounts: (pools) => readPoolCounts(collections, pools),
    targetCounts: (links) => readRotationCounts(collections, links),
    publishForwards: (forwards, session) => publisher.publishForwards(forwards, session),
    forwardCounts: (forwards) => readForwardCounts(collections, forwards),
    publishShields: (shields, session) => publisher.publishShields(shields, session),
    shieldRefusals: (rules, range) => readShieldRefusals(collections, rules, range),
    refusedVisits: (query) => readRefusedVisits({ collections, clock }, query),
    tryShield: createShieldTrial({ collections, clock, timeZone }),
    retire: (links, session) => publisher.retire(links, session),
    withdraw: (linkIds, session) => publisher.withdraw(linkIds, session),
    keepPicture: (data) => keepPicture(collections, data),
    picture: (name) => readPicture(collections, name),
    isReserved: async (code, host) => options.isReserved(code, host),
    scanToken: tokens.scanToken,
    trial: async (link) => trialPath(tokens, link, clock.now()),
    tryVisit: createVisitTrial({
      ...options.trying,
      database: options.database,
      secretKey: options.secretKey,
      scanTokens: tokens,
      timeZone,
      directory: journals,
      locationOf: location,
    }),
    previewPage: createPagePreview({ collections, surroundings: options.trying.surroundings }),
    totals: (linkIds) => readTotals(collections, linkIds),
    today: async (scope) =>
      readToday({ collections, scope, clock, timeZone: timeZone(), dayHourOf, lag: await lag() }),
    visitors: (query) => readVisitors(collections, query),
    uniqueAddresses: (scope, range) => countUniqueAddresses(collections, scope, range),
    days: (scope, range, told) => readDays(collections, scope, range, told),
    firstHours: (scope, day) => readFirstHours(collections, scope, day),
    firstDay: (scope) => readFirstDay(collections, scope),
    address: (ip) => readAddress({ collections, clock, dayHourOf, locationOf: location }, ip),
    ...createOwnerDays({ collections, readPackedLinks, clock, today: () => dayHourOf(clock.now()).day }),
    links: (scope, range) =>
      readLinks({ collections, readPackedLinks }, scope, range, dayHourOf(clock.now()).day),
    visitorCounts: (scope, range, dimension) =>
      countVisitors({ collections, clock, dayHourOf, read }, scope, range, dimension),
    visitorStream: (query, signal) => streamVisitors(collections, query, signal),
    ...createKeptVisits({ collections, clock, database: options.database, dayHourOf, read }),
    hourAccounts: async (range) =>
      readHourAccounts(options.database, {
        range,
        now: clock.now(),
        directory: journals,
        isLagging: (await lag()).visits > 0,
      }),
    lag,
    onAggregated: followAggregation(options.database, collections),
  };
}
