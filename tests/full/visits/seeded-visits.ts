import { CAMPAIGNS, DEVICES, LANGUAGES, PAGES } from './values.ts';

const DAY_MS = 86_400_000;
export const DAYS = 90;
/** Visits for each code, and for each address: 10,000,000 are of 50,000 codes and 2,000,000 addresses. */
const VISITS_PER_CODE = 200;
const VISITS_PER_ADDRESS = 5;
/** Of ten codes so many belong to the customer with many, and one to the agent; those of the others are spread. */
const OF_THE_CUSTOMER = 4;
const MOST_PEOPLE = 5_000;
/** One code in so many has an open log, and the few that are visited most. */
const OPEN_EVERY = 20;
const MOST_VISITED = 5;
const CRAWLERS_PERCENT = 3;
/** Each address of so many comes with a page that nobody else came from. */
const OWN_PAGE_EVERY = 500;
const PAGES_OF_AN_ADDRESS = 4;

/** What an installation of so many visits has. */
export interface World {
  visits: number;
  codes: number;
  addresses: number;
  people: number;
  /** The first visit is of then, the last of not long before `until`. */
  from: number;
  until: number;
}

/** 90 days that end now; `today` is when the present day began. */
export function worldOf(visits: number, { today, now }: { today: number; now: number }): World {
  const codes = Math.ceil(visits / VISITS_PER_CODE);
  return {
    visits,
    codes,
    addresses: Math.ceil(visits / VISITS_PER_ADDRESS),
    people: Math.min(MOST_PEOPLE, Math.ceil(codes / 10)),
    from: today - (DAYS - 1) * DAY_MS,
    until: now - 1_000,
  };
}

/** One visit, everything by its number. Owner 0 is the customer with many codes, 1 the agent, the others are people. */
export interface SeededVisit {
  code: number;
  owner: number;
  address: number;
  time: number;
  isCrawler: boolean;
  isKept: boolean;
  device: number;
  page: string;
  language: number;
  campaign: number;
  target: number;
}

/** An even number below 2^32 for each number and kind; the same each time. */
export function drawOf(number: number, kind: number): number {
  let mixed = (number ^ Math.imul(kind + 1, 0x9e3779b1)) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
const shareOf = (number: number, kind: number): number => drawOf(number, kind) / 2 ** 32;

export function ownerOfCode(code: number, { people }: Pick<World, 'people'>): number {
  const place = code % 10;
  if (place < OF_THE_CUSTOMER) return 0;
  if (place === OF_THE_CUSTOMER) return 1;
  return 2 + ((Math.floor(code / 10) * 5 + place - OF_THE_CUSTOMER - 1) % people);
}

/**
 * Visit number so and so, in the order of time. Which code is by Zipf's law; one visit in five is of an address that never came
 * before, the others are of few addresses often and of many seldom.
 */
export function visitAt(number: number, world: World): SeededVisit {
  const { codes } = world;
  const code =
    number % VISITS_PER_CODE === 0
      ? number / VISITS_PER_CODE
      : Math.min(codes - 1, Math.floor((codes + 1) ** shareOf(number, 1)) - 1);
  const come = Math.floor(number / VISITS_PER_ADDRESS);
  const address = number % VISITS_PER_ADDRESS === 0 ? come : Math.floor((come + 1) * shareOf(number, 2) ** 3);
  return {
    code,
    owner: ownerOfCode(code, world),
    address,
    time: timeOf(number, world),
    isCrawler: drawOf(number, 3) % 100 < CRAWLERS_PERCENT,
    isKept: code < MOST_VISITED || code % OPEN_EVERY === OPEN_EVERY - 1,
    device: skewed(address, 4, DEVICES.length),
    page: pageOf(number, address),
    language: skewed(address, 5, LANGUAGES.length),
    campaign: skewed(number, 6, CAMPAIGNS.length),
    target: drawOf(number, 7) % 3,
  };
}

function pageOf(number: number, address: number): string {
  if (address % OWN_PAGE_EVERY === 7) return `page-${address}.example`;
  // Few to each address: whoever comes from many on a day is taken for somebody who makes them up.
  return PAGES[
    skewed(address * PAGES_OF_AN_ADDRESS + (number % PAGES_OF_AN_ADDRESS), 8, PAGES.length)
  ] as string;
}

/** The first of some most often. */
const skewed = (number: number, kind: number, many: number): number =>
  Math.floor(many * shareOf(number, kind) ** 2);

/** Few at night: the clock goes fast and slow around a time that goes evenly. */
function timeOf(number: number, { visits, from, until }: World): number {
  const days = ((number / visits) * (until - from)) / DAY_MS;
  const day = Math.floor(days);
  const part = days - day;
  const time = from + (day + part - (0.7 * Math.sin(2 * Math.PI * part)) / (2 * Math.PI)) * DAY_MS;
  return Math.min(until, Math.floor(time));
}

/** An address of the public Internet's size for each number, no two the same: the mixing of 32 bits has a way back. */
export const ipOf = (address: number): number => drawOf(address, 9);

export function ipText(address: number): string {
  const ip = ipOf(address);
  return [ip >>> 24, (ip >>> 16) & 255, (ip >>> 8) & 255, ip & 255].join('.');
}

/** Id of a code. */
export const codeId = (code: number): string => `c0de${code.toString(16).padStart(20, '0')}`;
