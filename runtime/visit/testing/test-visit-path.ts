import { join } from 'node:path';
import { layBlockedRanges } from '../../process/blocked-ranges.ts';
import { createClientAddressWriter, rememberAddress } from '../../process/client-address.ts';
import { parseRange } from '../../sdk/address.ts';
import { createDays } from '../derive/days.ts';
import type { JournalVisit } from '../journal/batch.ts';
import { JOURNAL_START, JournalReader } from '../journal/journal-reader.ts';
import { JournalWriter } from '../journal/journal-writer.ts';
import type { Content } from '../links/link-content.ts';
import type { LinkIndex } from '../links/link-index.ts';
import type { BlockedVisitors } from '../path/blocked-visitors.ts';
import { createVisitCount, revertCount } from '../path/count-visit.ts';
import { HourSums } from '../path/hour-sums.ts';
import type { JumpTemplates } from '../path/lead-on.ts';
import type { LinkPasswords } from '../path/link-passwords.ts';
import { Recorder } from '../path/recorder.ts';
import { createVisitHandler, type VisitRequest } from '../path/visit-handler.ts';
import { createVisitorFacts } from '../path/visitor-facts.ts';
import { isCrawler, isWeChat } from '../rules/crawlers.ts';
import { createPasswordPasses } from '../rules/password-pass.ts';
import { createScanTokens } from '../rules/scan-token.ts';
import { type Shares, UNSHARED } from '../shares/shares.ts';

/** What makes and checks the scan tokens of a test's visit path. */
export const testScanTokens = createScanTokens(new Uint8Array(32).fill(1));
const testPasses = () =>
  createPasswordPasses(new Uint8Array(32).fill(1), {
    bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  });
const noStore = () => Promise.reject(new Error('the store is away'));
const log = { debug() {}, info() {}, warn() {}, error() {} };

export interface TestVisitPath {
  /** http://127.0.0.1:<port>; the product's own host is w.example. */
  origin: string;
  journal: JournalWriter;
  /** What the journal has on the disk at this moment. */
  written(): JournalVisit[];
  /** Stops, and reads all that was journalled. */
  visits(): Promise<JournalVisit[]>;
  /** Ends the server and the journal; a second time does nothing. */
  stop(): Promise<void>;
}

/** The visit path over an index, served on loopback with a journal in `directory`; time and draws are the test's own. */
export function startTestVisitPath(options: {
  index: LinkIndex;
  directory: string;
  /** Plugins that are on. */
  plugins: ReadonlySet<string>;
  /** Milliseconds since 1970. */
  now: () => number;
  draw?: (() => number) | undefined;
  /** TIME_ZONE; left out: Shanghai's. */
  timeZone?: string | undefined;
  durability?: 'strict' | 'relaxed' | undefined;
  journalId?: string | undefined;
  /** Who is refused everywhere: addresses and ranges. */
  blocked?: readonly string[] | undefined;
  /** Addresses and ranges of servers, whose visits count as bots'. */
  bots?: readonly string[] | undefined;
  /** Referring hosts that every owner refuses. */
  refusedPages?: readonly string[] | undefined;
  /** Whether it is known how often targets were visited; left out: it is. */
  areCountsKnown?: (() => boolean) | undefined;
  /** What limits have left; left out: nobody else answers visits. */
  shares?: Shares | undefined;
  /** Passwords that links ask for; left out: none can be looked at. */
  passwords?: LinkPasswords | undefined;
  /** Pages of jump types; left out: the built-in ones. */
  templates?: JumpTemplates | undefined;
  /** What links show: `inMemory` at once, `elsewhere` when it has been loaded. */
  contents?: { inMemory: Map<string, Content>; elsewhere: ReadonlyMap<string, Content> } | undefined;
}): TestVisitPath {
  const { index, directory, plugins, durability = 'strict', journalId = 'j', shares = UNSHARED } = options;
  const { timeZone = 'Asia/Shanghai' } = options;
  const clock = { now: options.now, date: () => new Date(options.now()) };
  const random = { bytes: (length: number) => new Uint8Array(length), number: options.draw ?? (() => 0) };
  const journal = new JournalWriter({
    directory,
    journalId,
    classify: (text) => ({ isCrawler: isCrawler(text), isWeChat: isWeChat(text) }),
  });
  const hours = new HourSums(createDays('Asia/Shanghai'));
  const recorder = new Recorder({
    journal,
    hours,
    durability,
    clock,
    log,
    unavailable: () => new Response(null, { status: 503 }),
    revert: (words, word) => revertCount({ index, shares }, words, word),
  });
  const writeClientAddress = rememberAddress(
    createClientAddressWriter({ trustedProxies: ['127.0.0.0/8', '::1'], listenHost: '127.0.0.1' }),
  );
  const counters = { counted: 0, crawlers: 0, hops: 0, expired: 0, uncounted: 0, refused: 0 };
  const bots = addressList(options.bots, options.now);
  const { handle, forward } = createVisitHandler({
    index,
    isCaughtUp: () => true,
    areCountsKnown: options.areCountsKnown ?? (() => true),
    recorder,
    shares,
    count: createVisitCount({ index, recorder, shares, writeClientAddress, clock, bots, counters }),
    contents: {
      find: (id) => options.contents?.inMemory.get(id),
      async load(id) {
        const found = options.contents?.elsewhere.get(id);
        if (found !== undefined) options.contents?.inMemory.set(id, found);
        return found;
      },
    },
    templates: options.templates ?? { of: () => undefined },
    ownHosts: ['w.example'],
    goneHosts: [],
    blocked: addressList(options.blocked, options.now),
    ownBlocks: {
      isEmpty: () => (options.refusedPages ?? []).length === 0,
      has: (_owner, _address, host) => options.refusedPages?.includes(host) === true,
    },
    writeClientAddress,
    facts: createVisitorFacts({ writeClientAddress, timeZone: () => timeZone, clock, random }),
    log,
    scanTokens: testScanTokens,
    passwordPasses: testPasses(),
    passwords: options.passwords ?? { look: noStore, useOnce: noStore },
    clock,
    random,
    isPluginActive: (plugin) => plugins.has(plugin),
    reportUrl: 'https://w.example/#/report_abuse',
    counters,
  });
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    routes: {
      '/:code': (request, self) => handle(request as VisitRequest, self),
      '/try/:code/:mark': (request, self) => handle(request as VisitRequest, self),
    },
    // As runtime/http/server.ts does.
    fetch: (request, self) => forward(request, self) ?? new Response(null, { status: 404 }),
  });
  const read = (isLive: boolean) =>
    new JournalReader(join(directory, journalId), JOURNAL_START).read({ limit: 1e6, isWriterAlive: isLive })
      .visits;
  let isOpen = true;
  const stop = async () => {
    if (!isOpen) return;
    isOpen = false;
    await server.stop(true);
    await recorder.close();
  };
  return {
    origin: server.url.origin,
    journal,
    written: () => read(true),
    visits: async () => {
      await stop();
      return read(false);
    },
    stop,
  };
}

function addressList(texts: readonly string[] = [], now: () => number): BlockedVisitors {
  const ranges = layBlockedRanges(
    texts.flatMap((text) => {
      const range = parseRange(text);
      return range === undefined ? [] : [{ ...range, until: Number.POSITIVE_INFINITY }];
    }),
  );
  return { isEmpty: () => ranges.isEmpty, has: (bytes, offset) => ranges.has(bytes, offset, now) };
}
