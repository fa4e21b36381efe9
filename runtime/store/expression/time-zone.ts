import { StoreError } from '../value/errors.ts';

/** A time zone: how far its clocks are ahead of UTC at an instant, in milliseconds. */
export interface TimeZone {
  offsetAt: (instant: number) => number;
  isUtc: boolean;
  /** As it was asked for. */
  name: string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Every change of a zone's offset since 1970 falls on a quarter of an hour, so offsets are kept by quarters. */
const QUARTER = 15 * MINUTE;
const KEPT_OFFSETS = 20_000;

export const UTC: TimeZone = { offsetAt: () => 0, isUtc: true, name: 'UTC' };

const zones = new Map<string, TimeZone>([
  ['UTC', UTC],
  ['GMT', UTC],
  ['Z', UTC],
]);

/** A zone by its IANA name or as an offset such as +05:30, -0800, +03. StoreError 40485 for an unknown one. */
export const timeZone = (name: string): TimeZone => {
  const known = zones.get(name);
  if (known !== undefined) return known;
  const zone = fixedZone(name) ?? namedZone(name);
  zones.set(name, zone);
  return zone;
};

const fixedZone = (name: string): TimeZone | undefined => {
  const parts = /^([+-])(\d{2})(?::?(\d{2}))?$/.exec(name);
  if (parts === null) return undefined;
  const size = Number(parts[2]) * HOUR + Number(parts[3] ?? 0) * MINUTE;
  const offset = parts[1] === '-' ? -size : size;
  return { offsetAt: () => offset, isUtc: offset === 0, name };
};

const namedZone = (name: string): TimeZone => {
  const format = formatFor(name);
  const kept = new Map<number, number>();
  const offsetAt = (instant: number): number => {
    const quarter = Math.floor(instant / QUARTER);
    const known = kept.get(quarter);
    if (known !== undefined) return known;
    const offset = readOffset(format, instant);
    if (kept.size >= KEPT_OFFSETS) kept.clear();
    kept.set(quarter, offset);
    return offset;
  };
  return { offsetAt, isUtc: false, name };
};

const formatFor = (name: string): Intl.DateTimeFormat => {
  const refusal = `unrecognized time zone identifier: "${name}"`;
  if (!/^[A-Za-z]/.test(name)) throw new StoreError(40485, refusal);
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch (cause) {
    throw new StoreError(40485, refusal, { cause });
  }
};

const readOffset = (format: Intl.DateTimeFormat, instant: number): number => {
  const whole = Math.floor(instant / 1000) * 1000;
  const parts = Object.fromEntries(format.formatToParts(whole).map(({ type, value }) => [type, value]));
  const year = parts.era === 'BC' ? 1 - Number(parts.year) : Number(parts.year);
  const local = new Date(0);
  local.setUTCFullYear(year, Number(parts.month) - 1, Number(parts.day));
  local.setUTCHours(Number(parts.hour), Number(parts.minute), Number(parts.second));
  return local.getTime() - whole;
};

/**
 * The instant at which the zone's clocks show a local time (given as if it were UTC). Of a time that comes
 * twice, the first; a time that is skipped moves forward by as much as is skipped.
 */
export const instantOf = (local: number, zone: TimeZone): number => {
  const before = zone.offsetAt(local - DAY);
  const after = zone.offsetAt(local + DAY);
  if (before === after || zone.offsetAt(local - before) === before) return local - before;
  if (zone.offsetAt(local - after) === after) return local - after;
  return local - before;
};

/** The zone's clock at an instant, to be read by the getUTC… methods. */
export const localDate = (instant: number, zone: TimeZone): Date =>
  new Date(instant + zone.offsetAt(instant));
