import type { VisitFlagFact, VisitNumberFact, VisitTextFact, WeekMoment } from '@waypost/contract';
import type { Clock, Random } from '@waypost/sdk';
import type { ClientAddressWriter, PeerSource } from '../../process/client-address.ts';
import { ADDRESS_BYTES } from '../../sdk/address.ts';
import { cached } from '../derive/cached.ts';
import { type DayQuarter, followDays } from '../derive/days.ts';
import { type Agent, createAgentReader } from '../derive/device.ts';
import { createLocationReader, type Location } from '../derive/location.ts';
import { isCrawler } from '../rules/crawlers.ts';
import { referrerHost } from '../rules/referrer.ts';
import type { VisitFactsReader } from '../rules/visit-rules.ts';

const CACHED_AGENTS = 5000;
const CACHED_LOCATIONS = 20_000;
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
}): VisitorFacts {
  const { clock, random, writeClientAddress } = options;
  const dayHourOf = followDays(options.timeZone);
  const bytes = Buffer.alloc(ADDRESS_BYTES);
  let agents: ((userAgent: string) => Agent) | undefined;
  let locations: ((address: string) => Location) | undefined;
  let request = new Request('http://localhost/');
  let server: PeerSource = { requestIP: () => null };
  let userAgent = '';
  let isScanned = () => false;
  let isAddressKnown = false;

  const address = (): Uint8Array => {
    if (!isAddressKnown) writeClientAddress(request, server, bytes, 0);
    isAddressKnown = true;
    return bytes;
  };
  const location = (): Location => {
    locations ??= cached(CACHED_LOCATIONS, createLocationReader());
    address();
    return locations(bytes.toString('latin1'));
  };
  const agent = (): Agent => {
    agents ??= cached(CACHED_AGENTS, createAgentReader());
    return agents(userAgent);
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
    language: () => firstLanguage(request.headers.get('accept-language')),
    referrer: () => referrerHost(request.headers.get('referer')),
    user_agent: () => userAgent,
  };
  const numbers: Readonly<Record<VisitNumberFact, () => number>> = {
    hour: () => dayHourOf(clock.now()).hour,
    day: () => dayHourOf(clock.now()).day,
    weekday: () => weekdayOf(dayHourOf(clock.now()).day),
    minute: () => minuteOfDay(clock.now(), dayHourOf),
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
      return this;
    },
    text: (fact) => texts[fact](),
    number: (fact) => numbers[fact](),
    flag: (fact) => flags[fact](),
    address,
    draw: () => random.number() * SHARE_OF,
    moment: (time) => ({ weekday: weekdayOf(dayHourOf(time).day), minute: minuteOfDay(time, dayHourOf) }),
  };
}

/** The first language range of Accept-Language (RFC 9110, 12.5.4); empty without one. */
function firstLanguage(header: string | null): string {
  return /^\s*([A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)/.exec(header ?? '')?.[1] ?? '';
}

/** 1 Monday … 7 Sunday (ISO 8601). */
function weekdayOf(day: number): number {
  const date = Date.UTC(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100);
  return new Date(date).getUTCDay() || 7;
}

/** Every time zone's offset is a multiple of 15 minutes, so that minutes run alike within a quarter of an hour. */
function minuteOfDay(time: number, quarterOf: (time: number) => DayQuarter): number {
  const { hour, quarter } = quarterOf(time);
  return hour * MINUTES_AN_HOUR + quarter + (Math.floor(time / MINUTE_MS) % 15);
}
