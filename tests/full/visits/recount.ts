import { createDays } from '../../../runtime/visit/derive/days.ts';
import { type SeededVisit, visitAt, type World } from './seeded-visits.ts';

const ADDRESSES = 2 ** 21;
const DAYS = 2 ** 7;

/** Figures of a scope (an owner by number, a code, or everybody) on a day. */
export interface Recounted {
  views: number;
  addresses: number;
  newcomers: number;
  crawlers: number;
  hours: number[];
  /** Visits by the page before. */
  pages: Map<string, number>;
}

export type Places = 'everybody' | 'owners' | 'codes';
const PLACES = ['everybody', 'owners', 'codes'] as const;

/** Codes whose days are counted: all of a small world, of a large one the first and every so manyth. */
export const isFollowed = (code: number): boolean => code < 200 || code % 97 === 0;

/** A plain count of what a world's visits come to, from the visits themselves and nothing else. */
export class Recount {
  readonly days: number[] = [];
  /** Of each code, ever. */
  readonly codes: { views: Uint32Array; addresses: Uint32Array; crawlers: Uint32Array };
  readonly #sums = new Map<string, Recounted>();
  /** Place, address and day of each visit in one number, sorted, each once. */
  readonly #came: Record<Places, Float64Array>;

  constructor(world: World, timeZone: string) {
    const dayHourOf = createDays(timeZone);
    const ofCodes = () => new Uint32Array(world.codes);
    this.codes = { views: ofCodes(), addresses: ofCodes(), crawlers: ofCodes() };
    const came = {
      everybody: new Float64Array(world.visits),
      owners: new Float64Array(world.visits),
      codes: new Float64Array(world.visits),
    };
    let people = 0;
    for (let number = 0; number < world.visits; number++) {
      const visit = visitAt(number, world);
      const { day, hour } = dayHourOf(visit.time);
      if (this.days.at(-1) !== day) this.days.push(day);
      const numberOfDay = this.days.length - 1;
      const total = visit.isCrawler ? this.codes.crawlers : this.codes.views;
      total[visit.code] = (total[visit.code] as number) + 1;
      for (const place of PLACES) {
        const which = place === 'everybody' ? 0 : place === 'owners' ? visit.owner : visit.code;
        if (!visit.isCrawler) came[place][people] = (which * ADDRESSES + visit.address) * DAYS + numberOfDay;
        if (place === 'codes' && !isFollowed(which)) continue;
        add(this.#entry(place, which, day), visit, hour);
      }
      if (!visit.isCrawler) people++;
    }
    this.#came = {
      everybody: eachOnce(came.everybody.subarray(0, people)),
      owners: eachOnce(came.owners.subarray(0, people)),
      codes: eachOnce(came.codes.subarray(0, people)),
    };
    for (const place of PLACES) this.#countAddresses(place);
  }

  #entry(place: Places, which: number, day: number): Recounted {
    const key = `${place} ${which} ${day}`;
    let sums = this.#sums.get(key);
    if (sums === undefined) {
      sums = { views: 0, addresses: 0, newcomers: 0, crawlers: 0, hours: [], pages: new Map() };
      this.#sums.set(key, sums);
    }
    return sums;
  }

  #countAddresses(place: Places): void {
    let before = -1;
    for (const key of this.#came[place]) {
      const which = Math.floor(key / (ADDRESSES * DAYS));
      const whose = Math.floor(key / DAYS);
      const isNew = whose !== before;
      before = whose;
      if (place === 'codes') {
        const { addresses } = this.codes;
        if (isNew) addresses[which] = (addresses[which] as number) + 1;
        if (!isFollowed(which)) continue;
      }
      const sums = this.#entry(place, which, this.days[key % DAYS] as number);
      sums.addresses++;
      if (isNew) sums.newcomers++;
    }
  }

  of(place: Places, which: number, day: number): Recounted | undefined {
    return this.#sums.get(`${place} ${which} ${day}`);
  }

  /** How many different addresses came to a place on some days. */
  addresses(place: Places, which: number, { first, last }: { first: number; last: number }): number {
    let found = 0;
    let before = -1;
    for (const key of this.#came[place]) {
      if (Math.floor(key / (ADDRESSES * DAYS)) !== which) continue;
      const day = this.days[key % DAYS] as number;
      const whose = Math.floor(key / DAYS);
      if (day < first || day > last || whose === before) continue;
      before = whose;
      found++;
    }
    return found;
  }

  get keys(): Iterable<[string, Recounted]> {
    return this.#sums;
  }
}

function add(sums: Recounted, { isCrawler, page }: SeededVisit, hour: number): void {
  if (isCrawler) {
    sums.crawlers++;
    return;
  }
  sums.views++;
  sums.hours[hour] = (sums.hours[hour] ?? 0) + 1;
  sums.pages.set(page, (sums.pages.get(page) ?? 0) + 1);
}

function eachOnce(keys: Float64Array): Float64Array {
  keys.sort();
  let kept = 0;
  for (let at = 0; at < keys.length; at++) {
    if (at > 0 && keys[at] === keys[at - 1]) continue;
    keys[kept] = keys[at] as number;
    kept++;
  }
  return keys.subarray(0, kept);
}
