import type { VisitFlagFact, VisitNumberFact, VisitTextFact, WeekMoment } from '@waypost/contract';
import type { Clock, Random } from '@waypost/sdk';
import type { ClientAddressWriter, PeerSource } from '../../process/client-address.ts';
import { ADDRESS_BYTES } from '../../sdk/address.ts';
import { cached } from '../derive/cached.ts';
import { cachedByAddress } from '../derive/cached-by-address.ts';
import { type DayQuarter, followDays, utcOf } from '../derive/days.ts';
import { type Agent, createAgentReader } from '../derive/device.ts';
import { createLocationReader, type Location } from '../derive/location.ts';
import { isCrawler } from '../rules/crawlers.ts';
import { referrerHost } from '../rules/referrer.ts';
import type { VisitFactsReader } from '../rules/visit-rules.ts';

const CACHED_AGENTS = 5000;
const MINUTE_MS = 60_000;
const MINUTES_AN_HOUR = 60;
const SHARE_OF = 1000;

/** The facts of the visit that is being answered. One is used for all visits: rules are looked at in one go. */
export interface VisitorFacts extends VisitFactsReader {
  /** Begins with another visit. */
  of(request: Request, server: PeerSource, userAgent: string, isScanned: () => boolean): this;
  /** Weekday and minute of any time, of no visit in particular. */
  moment(time: number): WeekMoment;
}

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
  const bytes = Buffer.alloc(ADDRESS_BYTES);
  let agents = options.agentOf;
  let locations = options.locationOf;
  let request = new Request('http://localhost/');
  let server: PeerSource = { requestIP: () => null };
  let userAgent = '';
  let isScanned = () => false;
  // What was found out of this visit: several rules ask for the same.
  let isAddressKnown = false;
  let knownAgent: Agent | undefined;
  let knownLocation: Location | undefined;
  let knownLanguage: string | undefined;
  let knownTime: number | undefined;
  let knownQuarter: DayQuarter | undefined;

  const address = (): Uint8Array => {
    if (!isAddressKnown) writeClientAddress(request, server, bytes, 0);
    isAddressKnown = true;
    return bytes;
  };
  const location = (): Location => {
    if (knownLocation !== undefined) return knownLocation;
    locations ??= cachedByAddress(createLocationReader());
    address();
    knownLocation = locations(bytes);
    return knownLocation;
  };
  const agent = (): Agent => {
    if (knownAgent !== undefined) return knownAgent;
    agents ??= cached(CACHED_AGENTS, createAgentReader());
    knownAgent = agents(userAgent);
    return knownAgent;
  };
  const language = (): string => {
    knownLanguage ??= firstLanguage(request.headers.get('accept-language'));
    return knownLanguage;
  };
  const time = (): number => {
    knownTime ??= clock.now();
    return knownTime;
  };
  const quarter = (): DayQuarter => {
    knownQuarter ??= dayHourOf(time());
    return knownQuarter;
  };

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
    user_agent: () => userAgent,
  };
  const numbers: Readonly<Record<VisitNumberFact, () => number>> = {
    hour: () => quarter().hour,
    day: () => quarter().day,
    weekday: () => weekday(quarter().day),
    minute: () => minuteOfDay(time(), quarter()),
  };
  const flags: Readonly<Record<VisitFlagFact, () => boolean>> = {
    crawler: () => isCrawler(userAgent),
    scanned: () => isScanned(),
  };

  return {
    of(nextRequest, nextServer, nextAgent, nextScanned) {
      request = nextRequest;
      server = nextServer;
      userAgent = nextAgent;
      isScanned = nextScanned;
      isAddressKnown = false;
      knownAgent = undefined;
      knownLocation = undefined;
      knownLanguage = undefined;
      knownTime = undefined;
      knownQuarter = undefined;
      return this;
    },
    text: (fact) => texts[fact](),
    number: (fact) => numbers[fact](),
    flag: (fact) => flags[fact](),
    address,
    draw: () => random.number() * SHARE_OF,
    moment: (at) => ({ weekday: weekday(dayHourOf(at).day), minute: minuteOfDay(at, dayHourOf(at)) }),
  };
}

/** The first language range of Accept-Language (RFC 9110, 12.5.4); empty without one. */
function firstLanguage(header: string | null): string {
  if (header === null) return '';
  return /^\s*([A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)/.exec(header)?.[1] ?? '';
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
