import { CURRENCY_DIGITS } from '@waypost/contract';

/** Numbers and times in the user's language. Intl objects are costly to make, so each is made once a language. */
export interface Format {
  /** 12,345 */
  number(value: number): string;
  /** How many there are; `isAtLeast`: nobody has counted the rest, 10,000+. */
  count(value: number, isAtLeast: boolean): string;
  /** 12.3K, for axes and tight places. */
  compact(value: number): string;
  /** A share such as 0.123 as 12.3%. */
  percent(share: number): string;
  /** An amount of a currency, ISO 4217's or one of the ledger's, with the digits that it has behind the point: 99.50 CNY. */
  money(value: number, currency: string): string;
  /** A size such as 12,345,678 as 12.3 MB. */
  bytes(value: number): string;
  /** Date and time to the second, in the platform's time zone. */
  dateTime(value: string | number | Date): string;
  /** The same with the zone's name, for where a time is told exactly: "21 Nov 2026, 20:00:00 · Asia/Shanghai". */
  exact(value: string | number | Date): string;
  /** Hour and minute of today, such as 14:05; date and time of any other day. */
  clock(value: string | number | Date): string;
  /** Hour and minute, such as 14:05, of whatever day: for axes. */
  time(value: string | number | Date): string;
  /** A day such as "2026-11-21" as Sat, 21 Nov 2026; no time zone moves it. */
  day(day: string): string;
  /** The day of a moment in the platform's time zone, such as "2026-11-21": today is `dayOf(Date.now())`. */
  dayOf(value: string | number | Date): string;
  /** The date of a moment in the platform's time zone, as people write it: 29 Dec 2026. */
  date(value: string | number | Date): string;
  /** "3 minutes ago". `now` in milliseconds since 1970. */
  relative(value: string | number | Date, now?: number): string;
}

const made = new Map<string, Format>();

/** @param timeZone IANA name; left out: the browser's */
export function formatFor(locale: string, timeZone?: string): Format {
  const key = `${locale} ${timeZone ?? ''}`;
  const known = made.get(key);
  if (known) return known;
  const format = makeFormat(locale, timeZone);
  made.set(key, format);
  return format;
}

/** Figures in the given language, grouped by thousands. */
export function formatNumber(value: number, locale = 'zh-CN'): string {
  return formatFor(locale).number(value);
}

/** The locale to write dates in: with the day first in English too, as 12/29 and 29/12 are the same to too many people. */
export function dayFirst(locale: string): string {
  return locale === 'en-US' ? 'en-GB' : locale;
}

const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

function makeFormat(locale: string, timeZone: string | undefined): Format {
  // Swahili groups digits as English does, but Chromium ships no data for every Intl part of it.
  const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const sizes = (['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const).map(
    (unit) =>
      new Intl.NumberFormat(locale, {
        style: 'unit',
        unit,
        maximumFractionDigits: 1,
        // There is no sign for a single byte, and its short name has no plural: 654 bytes.
        unitDisplay: unit === 'byte' ? 'long' : 'short',
      }),
  );
  const zoned = timeZone === undefined ? {} : { timeZone };
  const writing = dayFirst(locale);
  const dateTime = new Intl.DateTimeFormat(writing, {
    ...zoned,
    year: 'numeric',
    // A name where the day comes first for those who know it second.
    month: writing === locale ? '2-digit' : 'short',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  // As the operator wrote it: engines answer older names of some zones, such as Asia/Calcutta.
  const zoneName = timeZone ?? dateTime.resolvedOptions().timeZone;
  const clock = new Intl.DateTimeFormat(locale, {
    ...zoned,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const date = new Intl.DateTimeFormat('en-CA', {
    ...zoned,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const dayOf = (value: string | number | Date) => date.format(new Date(value));
  const day = new Intl.DateTimeFormat(writing, {
    timeZone: 'UTC',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    weekday: 'short',
  });
  const written = new Intl.DateTimeFormat(writing, {
    ...zoned,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
  });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const amounts = new Map<string, Intl.NumberFormat>();
  const amountOf = (currency: string): Intl.NumberFormat => {
    const known = amounts.get(currency) ?? new Intl.NumberFormat(locale, digitsOf(currency));
    amounts.set(currency, known);
    return known;
  };
  return {
    number: (value) => plain.format(value),
    count: (value, isAtLeast) => `${plain.format(value)}${isAtLeast ? '+' : ''}`,
    compact: (value) => compact.format(value),
    percent: (share) => percent.format(share),
    money: (value, currency) => `${amountOf(currency).format(value)} ${currency}`,
    bytes: (value) => {
      const step = Math.min(sizes.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, value)) / 3)));
      const text = (sizes[step] ?? plain).format(value / 1000 ** step);
      // The data has a word of its own for this one unit of Swahili.
      return text.replace('kilobaiti', 'KB');
    },
    dateTime: (value) => dateTime.format(new Date(value)),
    exact: (value) => `${dateTime.format(new Date(value))} · ${zoneName}`,
    clock: (value) => (dayOf(value) === dayOf(Date.now()) ? clock : dateTime).format(new Date(value)),
    time: (value) => clock.format(new Date(value)),
    dayOf,
    date: (value) => written.format(new Date(value)),
    day: (text) => day.format(new Date(`${text}T00:00:00Z`)),
    relative: (value, now = Date.now()) => {
      const seconds = Math.round((new Date(value).getTime() - now) / 1000);
      const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? UNITS[5];
      // The data writes this one unit of Swahili with a capital, as no other of them.
      return (
        relative
          .format(Math.trunc(seconds / size), unit)
          .replace(/^Sekunde/, 'sekunde')
          // The screens write 3 分钟 with a space, the data without one.
          .replace(/(?<=\d)(?=\p{Script=Han})/u, ' ')
      );
    },
  };
}

/** Behind the point, so that a column of amounts stands straight, where a currency has more than people write. */
const LEAST_DIGITS = 2;

function digitsOf(currency: string): { minimumFractionDigits: number; maximumFractionDigits: number } {
  const kept: Readonly<Record<string, number>> = CURRENCY_DIGITS;
  const most = kept[currency];
  if (most !== undefined) return { minimumFractionDigits: LEAST_DIGITS, maximumFractionDigits: most };
  const { maximumFractionDigits: digits = LEAST_DIGITS } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return { minimumFractionDigits: digits, maximumFractionDigits: digits };
}

/** Change against an earlier figure as a share, or undefined when there is nothing to compare with. */
export function changeOf(value: number, previous: number): number | undefined {
  return previous === 0 ? undefined : (value - previous) / previous;
}

const DAY_MS = 86_400_000;

/** Whether a moment is told by its date: more than a day ahead, or longer ago than yesterday. */
export function isToldByDate(value: number, now: number): boolean {
  return value - now > DAY_MS || now - value > 2 * DAY_MS;
}

/** How far the computer's clock may be behind the server's for what has just happened, milliseconds. */
const CLOCK_DIFFERENCE_MS = 10 * 60_000;

/**
 * From when a time is told as "3 minutes ago". What has just happened lies ahead where the computer's clock is slow: it is
 * told as now. What lies further ahead than clocks differ is yet to come, and said so.
 *
 * @param value milliseconds
 * @param now milliseconds
 */
export function toldFrom(value: number, now: number): number {
  return value - now > CLOCK_DIFFERENCE_MS ? now : Math.max(now, value);
}
