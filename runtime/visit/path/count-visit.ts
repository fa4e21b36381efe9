import type { PeerSource } from '../../process/client-address.ts';
import {
  FLAG_COUNTED_TARGETS,
  FLAG_CRAWLER,
  FLAG_EXPIRED,
  FLAG_HOP,
  FLAG_REFUSED,
  FLAG_SHARED_TARGET,
  FLAG_SHARED_VIEW,
} from '../journal/format.ts';
import { within } from '../links/arena.ts';
import { IS_LIMITED } from '../links/compiled-link.ts';
import type { LinkIndex } from '../links/link-index.ts';
import { countAt, findTarget, setCountAt } from '../links/record.ts';
import { setViews, viewsOf } from '../links/visit-limit.ts';
import { type Shares, targetCounter, viewCounter } from '../shares/shares.ts';
import { type BlockedVisitors, createBlockedCheck } from './blocked-visitors.ts';
import { createRecordWriter } from './record-writer.ts';

/** Sums since the process began, for /metrics. */
export interface VisitCounters {
  counted: number;
  crawlers: number;
  hops: number;
  /** Led on because their link had expired. */
  expired: number;
  uncounted: number;
  refused: number;
}

/** A visit that is answered, as far as figures want it. */
export interface AnsweredVisit {
  ordinal: number;
  /** Offset of its target's head in the link's record. */
  target: number;
  /** What the target is called in the journal. */
  key: number;
  flags: number;
  /** Where it was led to, as the link says it; of what is no visit, nothing. */
  address?: string | undefined;
}

export type CountVisit = (
  visit: AnsweredVisit,
  userAgent: string,
  request: Request,
  server: PeerSource,
) => void;

/**
 * Writes one visit down and counts it where the next one goes by it; the answer must then go through the recorder.
 * The recorder has room.
 */
export function createVisitCount(
  options: Parameters<typeof createRecordWriter>[0] & {
    bots: BlockedVisitors;
    counters: VisitCounters;
    shares: Shares;
  },
): CountVisit {
  const { index, counters, shares } = options;
  const { journal } = options.recorder;
  const record = createRecordWriter(options);
  const isServer = createBlockedCheck({ ...options, blocked: options.bots });
  return (visit, userAgent, request, server) => {
    const { ordinal, target, key, address } = visit;
    const agent = journal.texts.entry(userAgent);
    const isBot = agent.isCrawler || isServer(request, server);
    // A bot takes no place.
    let flags = isBot ? (visit.flags | FLAG_CRAWLER) & ~FLAG_SHARED_TARGET : visit.flags;
    const position = index.recordOf(ordinal);
    const bytes = index.arena.bytesAt(position);
    if ((flags & (FLAG_COUNTED_TARGETS | FLAG_CRAWLER)) === FLAG_COUNTED_TARGETS)
      setCountAt(bytes, target, countAt(bytes, target) + 1);
    const isLimited = addView(index, ordinal, flags, 1);
    if (shares.isOn) {
      if (isLimited) flags |= FLAG_SHARED_VIEW;
      useShares(shares, index.idOf(ordinal), key, flags);
    }
    record({ ordinal, key, flags, address, agent: agent.number }, request, server);
    // A refusal has counted itself, whether it is written down or not.
    if ((flags & FLAG_REFUSED) === 0) counters[figureOf(flags)]++;
  };
}

/** What a visit is counted as, by its flags. */
export function figureOf(flags: number): 'counted' | 'crawlers' | 'hops' | 'expired' {
  if ((flags & FLAG_HOP) !== 0) return 'hops';
  if ((flags & FLAG_CRAWLER) !== 0) return 'crawlers';
  return (flags & FLAG_EXPIRED) !== 0 ? 'expired' : 'counted';
}

function useShares(shares: Shares, link: string, key: number, flags: number): void {
  if ((flags & FLAG_SHARED_TARGET) !== 0) shares.use(targetCounter(link, key));
  if ((flags & FLAG_SHARED_VIEW) !== 0) shares.use(viewCounter(link));
}

/** Counts a visit for a link that expires by visits, as its figures count it; answers whether it does. */
function addView(index: LinkIndex, ordinal: number, flags: number, by: 1 | -1): boolean {
  if ((index.bitsOf(ordinal) & IS_LIMITED) === 0) return false;
  if ((flags & (FLAG_CRAWLER | FLAG_HOP | FLAG_EXPIRED)) !== 0) return false;
  const position = index.recordOf(ordinal);
  const bytes = index.arena.bytesAt(position);
  const offset = within(position);
  setViews(bytes, offset, viewsOf(bytes, offset) + by);
  return true;
}

/** Takes the counts of a record back that is not kept: its target has not been visited. */
export function revertCount(
  { index, shares }: { index: LinkIndex; shares: Shares },
  words: Uint32Array,
  word: number,
): void {
  const flags = words[word + 9] as number;
  const ordinal = index.findById(words[word] as number, words[word + 1] as number, words[word + 2] as number);
  if (ordinal < 0) return;
  addView(index, ordinal, flags, -1);
  const link = index.idOf(ordinal);
  if ((flags & FLAG_SHARED_TARGET) !== 0) shares.giveUp(targetCounter(link, words[word + 8] as number));
  if ((flags & FLAG_SHARED_VIEW) !== 0) shares.giveUp(viewCounter(link));
  if ((flags & FLAG_COUNTED_TARGETS) === 0 || (flags & FLAG_CRAWLER) !== 0) return;
  const position = index.recordOf(ordinal);
  const bytes = index.arena.bytesAt(position);
  const target = findTarget(bytes, within(position), words[word + 8] as number);
  if (target >= 0) setCountAt(bytes, target, countAt(bytes, target) - 1);
}
