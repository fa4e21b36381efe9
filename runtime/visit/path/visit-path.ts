import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, Logger, Random } from '@waypost/sdk';
import type { mongo } from 'mongoose';
import { createClientAddressWriter, rememberAddress } from '../../process/client-address.ts';
import type { WatchedFeed } from '../../storage/index.ts';
import type { PageOptions } from '../answers/page-languages.ts';
import { createRefusalPages } from '../answers/refusal-page.ts';
import { beginJournal } from '../journal/begin-journal.ts';
import { LinkIndex } from '../links/link-index.ts';
import { type FeedPlace, readSnapshot } from '../links/snapshot.ts';
import { isCrawler, isWeChat } from '../rules/crawlers.ts';
import { createPasswordPasses } from '../rules/password-pass.ts';
import { createScanTokens } from '../rules/scan-token.ts';
import type { Leases } from '../shares/leases.ts';
import type { OwnAccount } from '../statistics/accounts.ts';
import { followLinks } from '../store/link-feed.ts';
import type { OwnChanges } from '../store/own-changes.ts';
import type { BlockedVisitors, OwnBlocks } from './blocked-visitors.ts';
import { createContentShelf } from './content-shelf.ts';
import { countHours } from './count-hours.ts';
import { createVisitCount, revertCount, type VisitCounters } from './count-visit.ts';
import { keepLinks } from './keep-links.ts';
import type { JumpTemplates } from './lead-on.ts';
import type { LinkPasswords } from './link-passwords.ts';
import { Recorder } from './recorder.ts';
import { shareLimits } from './share-limits.ts';
import {
  type AnsweringVisits,
  createVisitHandler,
  type VisitHandler,
  type VisitHandlerOptions,
} from './visit-handler.ts';
import { createVisitorFacts } from './visitor-facts.ts';

/**
 * How long a start waits for the store before it goes by the snapshot alone, which is older than what the store knows:
 * a change that was answered just before a crash would be missing.
 */
const SNAPSHOT_PATIENCE_MS = 2000;
/** How long one waits for a store that is there, milliseconds. */
const BUSY_STORE_PATIENCE_MS = 20_000;
const SNAPSHOT_FILE = 'visit-links.snapshot';
const JOURNAL_DIRECTORY = 'journal';
const CONTENT_DIRECTORY = 'visit-contents';

/** What depends on the address that this installation is reached under. */
export interface VisitPlace extends PageOptions {
  /** Hosts that are this installation's own, `name` or `name:port`: ADMIN_HOSTS and those of the public address. */
  ownHosts: readonly string[];
  /** Names of hosts that were its own and are given up: nothing is answered there but what is bound to them. */
  goneHosts?: readonly string[];
}

const classify = (text: string) => ({ isCrawler: isCrawler(text), isWeChat: isWeChat(text) });

const placeOf = ({ ownHosts, goneHosts = [], reportUrl, languages, site }: VisitPlace) => ({
  ownHosts,
  goneHosts,
  reportUrl,
  languages,
  site,
});

export interface VisitPathOptions extends VisitPlace {
  /** DATA_DIR */
  directory: string;
  durability: 'strict' | 'relaxed';
  /** CIDRs; a bad one throws RangeError. */
  trustedProxies: readonly string[];
  /** TIME_ZONE, which hours and days in rules are of. */
  timeZone(): string;
  /** HOST */
  listenHost: string;
  /** SECRET_KEY, 32 bytes. */
  secretKey: Uint8Array;
  /** Looks at what visitors type where a link asks for a password. */
  passwords: LinkPasswords;
  /** Usable from the start; operations may fail while the store is away. */
  database: mongo.Db;
  /** Whether the store can be reached now, as far as is known. */
  isStoreUp(): boolean;
  clock: Clock;
  random: Random;
  log: Logger;
  /** Who is refused before anything is looked up. */
  blocked: BlockedVisitors;
  /** Whose visits count as bots'. */
  bots: BlockedVisitors;
  /** What owners refuse on their own codes. */
  ownBlocks: OwnBlocks;
  /** Pages in the place of the built-in ones of jump types. */
  templates: JumpTemplates;
  /** Asked once a visit: a look-up in a Set. */
  isPluginActive(plugin: string): boolean;
  /** Who waits for links that were changed here. */
  ownChanges?: OwnChanges | undefined;
  /** Where it is told whether links are followed. */
  watched?: WatchedFeed | undefined;
}

export interface VisitReadiness {
  /** Whether visits can be answered and written down. */
  ready: boolean;
  /** Why not: `links_loading`; `counts_loading` until other processes have said what they counted; or `journal_failing` with the file system's code in `journal`. */
  reason?: 'links_loading' | 'counts_loading' | 'journal_failing';
  journal: string;
  links: number;
  /** Whether changed links are being followed; false while the store is away. */
  following: boolean;
}

export interface VisitPath {
  /** Mount it as `routes: { '/:code': handle }`, for all methods, and again after each `moveTo`. */
  readonly handle: VisitHandler;
  /** Leads on by the rules of a host, for paths of any number of segments; undefined where none meets. */
  forward: AnsweringVisits['forward'];
  /** From now on visits are answered as of another address; what was answered before stays counted. */
  moveTo(place: VisitPlace): void;
  readiness(): VisitReadiness;
  /** The links with all counts that visits go by; undefined before they are loaded, and while others have some of them. */
  answered(): LinkIndex | undefined;
  /** This process's journal, and how many visits it has answered into it. */
  account(): OwnAccount;
  metrics(): VisitCounters &
    ReturnType<Leases['figures']> & {
      links: number;
      link_bytes: number;
      journal_visits: number;
      journal_failing: number;
    };
  /** Resolves once links are loaded. */
  loaded: Promise<void>;
  /** Resolves when waiting for better links makes no sense: they are loaded, or the start has waited long enough. */
  settled: Promise<void>;
  /** Writes what waits and keeps the index. Call it when no request can come any more. */
  close(): Promise<void>;
}

/** Lists that are followed elsewhere. */
const followedOf = ({ blocked, ownBlocks, templates }: VisitPathOptions) => ({
  blocked,
  ownBlocks,
  templates,
});

/**
 * The visit path of one process: index, journal and the handler of `/:code`. Does not need the store to be up: it then
 * answers from the snapshot of an earlier start, and visits wait in the journal. Throws the file system's error when
 * DATA_DIR cannot be written.
 */
export async function createVisitPath(options: VisitPathOptions): Promise<VisitPath> {
  const { clock, log, random } = options;
  const snapshotPath = join(options.directory, SNAPSHOT_FILE);
  const journals = join(options.directory, JOURNAL_DIRECTORY);
  await mkdir(journals, { recursive: true, mode: 0o700 });
  const snapshot = await readSnapshot(snapshotPath);
  const index = snapshot?.index ?? new LinkIndex();
  let isLoaded = false;
  let isCaughtUp = false;
  const loaded = Promise.withResolvers<void>();
  const serve = (message: string): void => {
    if (isLoaded) return;
    isLoaded = true;
    clearInterval(patience);
    loaded.resolve();
    log.info({ links: index.size }, message);
  };
  const waited = Promise.withResolvers<void>();
  const patience = whenImpatient(options, () => {
    waited.resolve();
    if (snapshot !== undefined) serve('links are answered from the snapshot until the store is reached');
  });
  let refusal = createRefusalPages(options);
  const { journalId, journal } = beginJournal({ clock, random }, { directory: journals, classify });
  const hours = countHours({ ...options, journal: journalId });
  const limits = shareLimits({ ...options, index, journals, journalId, recorder: () => recorder });
  const { shares, sharing } = limits;
  const recorder = new Recorder({
    hours: hours.sums,
    journal,
    durability: options.durability,
    clock,
    log,
    unavailable: (request) => refusal('unavailable', request),
    revert: (words, word) => revertCount({ index, shares }, words, word),
  });
  const contents = await createContentShelf({
    ...options,
    directory: join(options.directory, CONTENT_DIRECTORY),
  });
  const counters = noVisits();
  const writeClientAddress = rememberAddress(createClientAddressWriter(options));
  const counting = { index, recorder, shares, writeClientAddress, clock, counters };
  const handling: Omit<VisitHandlerOptions, keyof VisitPlace> = {
    ...counting,
    isCaughtUp: () => isCaughtUp,
    areCountsKnown: () => isLoaded && sharing.isSettled,
    count: createVisitCount({ ...counting, bots: options.bots }),
    contents,
    ...followedOf(options),
    facts: createVisitorFacts({ writeClientAddress, timeZone: options.timeZone, clock, random }),
    log,
    ...createTokens(options),
    random,
    isPluginActive: options.isPluginActive,
  };
  let answering = createVisitHandler({ ...handling, ...placeOf(options) });
  let areCountsRestored = false;
  const feed = followLinks({
    ...options,
    index,
    place: snapshot ?? NOWHERE,
    onContents: contents.want,
    onCaughtUp: async () => {
      await sharing.join();
      if (!areCountsRestored) await limits.restoreCounts();
      areCountsRestored = true;
      isCaughtUp = true;
      serve('links loaded');
    },
  });
  const keeper = keepLinks({ index, snapshotPath, feed, isCaughtUp: () => isCaughtUp, log });

  return {
    get handle() {
      return answering.handle;
    },
    forward: (request, server) => answering.forward(request, server),
    moveTo: (place) => {
      refusal = createRefusalPages(place);
      answering = createVisitHandler({ ...handling, ...placeOf(place) });
    },
    loaded: loaded.promise,
    settled: Promise.race([loaded.promise, waited.promise]),
    readiness: () => {
      const { failure } = recorder.state;
      const state = { journal: failure ?? 'ok', links: index.size, following: feed.isFollowing() };
      if (failure !== undefined) return { ready: false, reason: 'journal_failing', ...state };
      if (!isLoaded) return { ready: false, reason: 'links_loading', ...state };
      return sharing.isSettled
        ? { ready: true, ...state }
        : { ready: false, reason: 'counts_loading', ...state };
    },
    answered: () => (isLoaded && !shares.isOn ? index : undefined),
    account: () => ({ journal: journalId, answered: recorder.answered }),
    metrics: () => ({
      ...counters,
      ...shares.figures(),
      links: index.size,
      link_bytes: index.arena.usedBytes,
      journal_visits: recorder.journal.visits,
      journal_failing: recorder.state.failure === undefined ? 0 : 1,
    }),
    close: async () => {
      keeper.stop();
      clearInterval(patience);
      await recorder.close();
      await sharing.close();
      await hours.close();
      await keeper.keep().catch((error: unknown) => log.error({ error }, 'the links could not be kept'));
      await feed.close();
      await contents.close();
    },
  };
}

const NOWHERE: FeedPlace = { resumeToken: '', database: '' };

const noVisits = (): VisitCounters => ({
  counted: 0,
  crawlers: 0,
  hops: 0,
  expired: 0,
  uncounted: 0,
  refused: 0,
});

/** What visitors carry from one request to the next, and who looks at what they type. */
const createTokens = (options: VisitPathOptions) => ({
  scanTokens: createScanTokens(options.secretKey),
  passwordPasses: createPasswordPasses(options.secretKey, options.random),
  passwords: whileStoreIsUp(options),
});

/** Without the store nobody is kept waiting for it: what cannot be looked at now is 503 at once. */
function whileStoreIsUp({
  isStoreUp,
  passwords,
}: Pick<VisitPathOptions, 'isStoreUp' | 'passwords'>): LinkPasswords {
  const requireStore = () => {
    if (!isStoreUp()) throw new Error('the store is away');
  };
  return {
    look: async (attempt) => {
      requireStore();
      return passwords.look(attempt);
    },
    useOnce: async (name, until) => {
      requireStore();
      return passwords.useOnce(name, until);
    },
  };
}

/** Runs `then` once nobody should wait for the store any longer, unless the timer was cleared before. */
function whenImpatient({ isStoreUp }: Pick<VisitPathOptions, 'isStoreUp'>, then: () => void): Timer {
  const startedAt = performance.now();
  const timer = setInterval(() => {
    // A store that answers tells what has changed since, however busy the machine is: rather late than yesterday's target.
    if (isStoreUp() && performance.now() - startedAt < BUSY_STORE_PATIENCE_MS) return;
    clearInterval(timer);
    then();
  }, SNAPSHOT_PATIENCE_MS);
  return timer;
}
