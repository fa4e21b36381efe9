import { blockId, wordsOf } from '../marks/mark-parts.ts';
import { compareWords, hashOfWords, type MarkRows, writeKey } from '../marks/mark-rows.ts';
import type { CodeDocument } from '../store/collections.ts';
import { COLLECTIONS } from '../store/collections.ts';
import type { MarkPartDocument } from '../store/marks.ts';
import { figuresAt, SUM_LAYOUT } from '../sums/sum-rows.ts';
import type { KnownSumRuns } from '../sums/sum-runs.ts';
import { keyOfObjectId } from './ids.ts';
import type { StoreCommands } from './store-commands.ts';

const LINK_WORDS = SUM_LAYOUT.keyWords;
/** Three words of the link, its visits and its addresses. */
const PLACE_WORDS = LINK_WORDS + 2;
const FIRST_PLACES = 1024;
/** Of all places that are taken at most. */
const FULL = 0.6;

/** What links came to on one day so far. 20 bytes a place, of which six in ten are taken at most. */
export class LinkCounts {
  #words = new Uint32Array(FIRST_PLACES * PLACE_WORDS);
  #taken = 0;
  readonly #key = new Uint32Array(LINK_WORDS);

  /** @param link its id as bytes in latin1 text */
  of(link: string): { views: number; addresses: number } {
    writeKey(this.#key, 0, link, LINK_WORDS);
    const place = this.#placeOf(this.#key, 0);
    return {
      views: this.#words[place + LINK_WORDS] as number,
      addresses: this.#words[place + LINK_WORDS + 1] as number,
    };
  }

  add(link: string, views: number, addresses: number): void {
    writeKey(this.#key, 0, link, LINK_WORDS);
    this.#add(this.#key, 0, views, addresses);
  }

  /** Adds rows of sums. */
  addRows(rows: MarkRows): void {
    for (let at = 0; at < rows.length; at += SUM_LAYOUT.rowWords) {
      const { views, addresses } = figuresAt(rows, at);
      this.#add(rows, at, views, addresses);
    }
  }

  #add(key: Uint32Array, at: number, views: number, addresses: number): void {
    if (views === 0 && addresses === 0) return;
    const place = this.#placeOf(key, at);
    const words = this.#words;
    if (isFree(words, place)) {
      for (let word = 0; word < LINK_WORDS; word++) words[place + word] = key[at + word] as number;
      this.#taken++;
    }
    words[place + LINK_WORDS] = (words[place + LINK_WORDS] as number) + views;
    words[place + LINK_WORDS + 1] = (words[place + LINK_WORDS + 1] as number) + addresses;
    if (this.#taken > (words.length / PLACE_WORDS) * FULL) this.#grow();
  }

  /** Where a link stands, or may. */
  #placeOf(key: Uint32Array, at: number): number {
    const places = this.#words.length / PLACE_WORDS;
    for (let number = hashOfWords(key, at, LINK_WORDS) % places; ; number = (number + 1) % places) {
      const place = number * PLACE_WORDS;
      if (isFree(this.#words, place) || compareWords(this.#words, place, key, at, LINK_WORDS) === 0)
        return place;
    }
  }

  #grow(): void {
    const before = this.#words;
    this.#words = new Uint32Array(before.length * 2);
    this.#taken = 0;
    for (let place = 0; place < before.length; place += PLACE_WORDS)
      if (!isFree(before, place))
        this.#add(
          before,
          place,
          before[place + LINK_WORDS] as number,
          before[place + LINK_WORDS + 1] as number,
        );
  }
}

/** Whoever stands somewhere has come at least once. */
const isFree = (words: Uint32Array, place: number): boolean =>
  words[place + LINK_WORDS] === 0 && words[place + LINK_WORDS + 1] === 0;

/** How often links were visited on one day, as of a revision of the sums in runs. It holds what is committed only. */
export interface TodayLinks {
  day: number;
  revision: number;
  counts: LinkCounts;
}

export const noLinks = (): TodayLinks => ({ day: 0, revision: 0, counts: new LinkCounts() });

/**
 * Brings what is known of a day up to what the transaction sees. What runs were put together is known where all of them were.
 */
export async function followLinks(
  store: StoreCommands,
  known: TodayLinks,
  { revision, runs }: KnownSumRuns,
  day: number,
): Promise<TodayLinks> {
  if (known.day === day && known.revision === revision) return known;
  const ofDay = runs.filter((run) => run.day === day);
  const isBegunAnew =
    known.day !== day ||
    known.revision > revision ||
    ofDay.some(({ since, until }) => since <= known.revision && until > known.revision);
  const counts = isBegunAnew ? new LinkCounts() : known.counts;
  // One moment: `counts` is changed below only when all was read.
  const blocks: MarkRows[] = [];
  for (const { id, blocks: length, since } of ofDay) {
    if (!isBegunAnew && since <= known.revision) continue;
    const ids = Array.from({ length }, (_, block) => blockId(id, block));
    for (const { v } of await store.find<MarkPartDocument>(COLLECTIONS.marks, ids)) blocks.push(wordsOf(v));
  }
  // Of this day there are sums in documents where a release before has begun it.
  const standing = isBegunAnew
    ? await store.query<CodeDocument>(
        COLLECTIONS.codes,
        { 'today.day': day },
        { 'today.views': 1, 'today.addresses': 1 },
      )
    : [];
  for (const { _id, today } of standing) counts.add(keyOfObjectId(_id), today.views, today.addresses);
  for (const rows of blocks) counts.addRows(rows);
  return { day, revision, counts };
}
