import {
  AGENT_LETTERS_READ,
  agentOfPatterns,
  type VisitFlagFact,
  type VisitNumberFact,
  type VisitTextFact,
  type WeekMoment,
} from '@waypost/contract';
import type { Clock, Random } from '@waypost/sdk';
import type { ClientAddressWriter, PeerSource } from '../../process/client-address.ts';
import { ADDRESS_BYTES } from '../../sdk/address.ts';
import { cached } from '../derive/cached.ts';
import { cachedByAddress } from '../derive/cached-by-address.ts';
import { type DayQuarter, followDays, utcOf } from '../derive/days.ts';
import { type Agent, createAgentReader } from '../derive/device.ts';
import { createLocationReader, type Location } from '../derive/location.ts';
import { createAddressRates } from '../rules/address-rates.ts';
import { isCrawler, isWeChat, loadCrawlers } from '../rules/crawlers.ts';
import { NUMBERED_AGENTS } from '../rules/known-rules.ts';
import { referrerHost } from '../rules/referrer.ts';
import type { RateMark, VisitFactsReader } from '../rules/visit-rules.ts';

const CACHED_AGENTS = 5000;
const MINUTE_MS = 60_000;
const MINUTES_AN_HOUR = 60;
const SHARE_OF = 1000;

/** Whether rates count a visit, and where: by the ordinal of the link whose rules are looked at, which others may have as well. */
export interface RateCounting {
  isCounted: boolean;
  /** 0: in all places that the rule holds for. */
  scope: number;
}

/** The facts of the visit that is being answered. One is used for all visits: rules are looked at in one go. */
export interface VisitorFacts extends VisitFactsReader {
  /** Begins with another visit. */
  of(
    request: Request,
    server: PeerSource,
    userAgent: string,
    isScanned: () => boolean,
    counting: RateCounting,
  ): this;
  /** Weekday and minute of any time, of no visit in particular. */
  moment(time: number): WeekMoment;
}

interface Known {
  agent: Agent | undefined;
  location: Location | undefined;
  language: string | undefined;
  lower: string | undefined;
  quarter: DayQuarter | undefined;
  scanned: boolean | undefined;
  time: number | undefined;
}

const NOTHING: Known = {
  agent: undefined,
  location: undefined,
  language: undefined,
  lower: undefined,
  quarter: undefined,
  scanned: undefined,
  time: undefined,
};

/**
 * Finds out facts of a visit for the rules of its link. The tables behind device and location (some 40 MB) are loaded
 * when a rule first asks for them.
 */
export function createVisitorFacts(options: {
  writeClientAddress: ClientAddressWriter;
  timeZone(): string;
  clock: Clock;
  random: Random;
  /** What device and place are read by; left out: the tables. */
  agentOf?: ((userAgent: string) => Agent) | undefined;
  locationOf?: ((address: Buffer) => Location) | undefined;
}): VisitorFacts {
  const { clock, random, writeClientAddress } = options;
  const dayHourOf = followDays(options.timeZone);
  const weekday = ofTheLast(weekdayOf);
  // The first visit, whether rules ask or not, shall not wait for it.
  loadCrawlers();
  const isKnownCrawler = cached(CACHED_AGENTS, isCrawler);
  const bytes = Buffer.alloc(ADDRESS_BYTES);
  let agents = options.agentOf;
  let locations = options.locationOf;
  let request = new Request('http://localhost/');
  let server: PeerSource = { requestIP: () => null };
  let userAgent = '';
  let isScanned = () => false;
  const numbered = numberAgents();
  // What was found out of this visit: several rules ask for the same.
  let isAddressKnown = false;
  let known: Known = { ...NOTHING };

  const address = (): Uint8Array => {
    if (!isAddressKnown) writeClientAddress(request, server, bytes, 0);
    isAddressKnown = true;
    return bytes;
  };
  const location = (): Location => {
    if (known.location !== undefined) return known.location;
    locations ??= cachedByAddress(createLocationReader());
    address();
    known.location = locations(bytes);
    return known.location;
  };
  const agent = (): Agent => {
    if (known.agent !== undefined) return known.agent;
    agents ??= cached(CACHED_AGENTS, createAgentReader());
    known.agent = agents(userAgent);
    return known.agent;
  };
  const language = (): string => {
    known.language ??= firstLanguage(request.headers.get('accept-language'));
    return known.language;
  };
  const time = (): number => {
    known.time ??= clock.now();
    return known.time;
  };
  const quarter = (): DayQuarter => {
    known.quarter ??= dayHourOf(time());
    return known.quarter;
  };

  const rates = countRates({ clock, random, address, time });

  const texts: Readonly<Record<VisitTextFact, () => string>> = {
    country: () => location().country,
    location: () => location().location,
    isp: () => location().isp,
    kind: () => agent().kind,
    device: () => agent().device,
    system: () => agent().system,
    browser: () => agent().browser,
    app: () => agent().app,
    language,
    referrer: () => referrerHost(request.headers.get('referer')),
    user_agent: () =>
      userAgent.length > AGENT_LETTERS_READ ? userAgent.slice(0, AGENT_LETTERS_READ) : userAgent,
  };
  const numbers: Readonly<Record<VisitNumberFact, () => number>> = {
    hour: () => quarter().hour,
    day: () => quarter().day,
    weekday: () => weekday(quarter().day),
    minute: () => minuteOfDay(time(), quarter()),
  };
  const flags: Readonly<Record<VisitFlagFact, () => boolean>> = {
    crawler: () => isKnownCrawler(userAgent),
    scanned: () => {
      // Tokens are signed: several rules ask for the same.
      known.scanned ??= isScanned();
      return known.scanned;
    },
    wechat: () => isWeChat(userAgent),
  };

  return {
    of(nextRequest, nextServer, nextAgent, nextScanned, counting) {
      rates.begin(counting);
      request = nextRequest;
      server = nextServer;
      userAgent = nextAgent;
      isScanned = nextScanned;
      isAddressKnown = false;
      known = { ...NOTHING };
      return this;
    },
    text: (fact) => texts[fact](),
    number: (fact) => numbers[fact](),
    flag: (fact) => flags[fact](),
    address,
    agentNumber: () => numbered.numberOf(userAgent),
    agentRound: () => numbered.round(),
    place: location,
    minuteNumber: () => Math.floor(time() / MINUTE_MS),
    lowerAgent: () => {
      known.lower ??= agentOfPatterns(userAgent);
      return known.lower;
    },
    draw: () => random.number() * SHARE_OF,
    visitsWithin: rates.within,
    moment: (at) => ({ weekday: weekday(dayHourOf(at).day), minute: minuteOfDay(at, dayHourOf(at)) }),
  };
}

/** The first language range of Accept-Language (RFC 9110, 12.5.4); empty without one. */
function firstLanguage(header: string | null): string {
  if (header === null) return '';
  return /^\s*([A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)/.exec(header)?.[1] ?? '';
}

/** Counts the visit that is being answered for the rates that ask. */
function countRates(options: { clock: Clock; random: Random; address(): Uint8Array; time(): number }) {
  const rates = createAddressRates(options);
  const counted = { mark: {}, scope: 0, name: { first: 0, second: 0 }, isCounted: false, now: 0 };
  let isNamed = false;
  return {
    begin({ isCounted, scope }: RateCounting): void {
      counted.isCounted = isCounted;
      counted.scope = scope;
      isNamed = false;
    },
    within(mark: RateMark, seconds: number): number {
      if (!isNamed) rates.nameOf(options.address(), counted.name);
      isNamed = true;
      counted.mark = mark;
      counted.now = options.time();
      return rates.count(counted, seconds);
    },
  };
}

/** Gives user agents numbers; when they are used up all are given out anew. */
function numberAgents() {
  const numbers = new Map<string, number>();
  let round = 1;
  return {
    round: () => round,
    numberOf: (userAgent: string): number => {
      if (userAgent.length > AGENT_LETTERS_READ) return -1;
      let number = numbers.get(userAgent);
      if (number === undefined) {
        if (numbers.size >= NUMBERED_AGENTS) {
          numbers.clear();
          round++;
        }
        number = numbers.size;
        numbers.set(userAgent, number);
      }
      return number;
    },
  };
}

/** Asks once for what is asked again and again: a day has many visits. */
function ofTheLast(ask: (of: number) => number): (of: number) => number {
  let last = Number.NaN;
  let answer = 0;
  return (of) => {
    if (of !== last) {
      answer = ask(of);
      last = of;
    }
    return answer;
  };
}

/** 1 Monday … 7 Sunday (ISO 8601). */
function weekdayOf(day: number): number {
  return new Date(utcOf(day)).getUTCDay() || 7;
}

/** Every time zone's offset is a multiple of 15 minutes, so that minutes run alike within a quarter of an hour. */
function minuteOfDay(time: number, { hour, quarter }: DayQuarter): number {
  return hour * MINUTES_AN_HOUR + quarter + (Math.floor(time / MINUTE_MS) % 15);
}
