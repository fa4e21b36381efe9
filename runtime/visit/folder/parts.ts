import type { Agent } from '../derive/device.ts';
import type { Location } from '../derive/location.ts';
import type { JournalVisit } from '../journal/batch.ts';

/**
 * A day's visits by what is known of them: `<letter>:<value>` → visits. One flat map, because it is stored as it is and
 * added to with `$inc`.
 */
export type Parts = Record<string, number>;

/** Letters of the dimensions that visits are counted by. */
export const PART_LETTERS = {
  kind: 'k',
  region: 'r',
  isp: 'i',
  app: 'a',
  system: 's',
  device: 'd',
  browser: 'b',
  referrer: 'f',
} as const;
/** Addresses of a day by the kind of device, new visitors by it, and addresses by hour. */
export const ADDRESSES_BY_KIND = 'K';
export const FRESH_BY_KIND = 'N';
export const ADDRESSES_BY_HOUR = 'H';

/** What is counted under a dimension after its most values: the rest together. */
export const REST = '~';
const VALUE_LENGTH = 80;
/** Values of one dimension that one code, or an owner's codes together, keep apart on one day. */
export const CODE_VALUES = 60;
export const SCOPE_VALUES = 400;

/** A value as it may stand in a field's name: MongoDB reads dots and dollars there. */
export function partKey(letter: string, value: string): string {
  const short = value.length > VALUE_LENGTH ? value.slice(0, VALUE_LENGTH) : value;
  return `${letter}:${short.replace(/[%.$\0]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)}`;
}

/** The letter and value of a key. */
export function readPartKey(key: string): { letter: string; value: string } {
  return {
    letter: key.slice(0, 1),
    value: key
      .slice(2)
      .replace(/%([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
  };
}

/** Keys of everything that one visit counts under. */
export function partKeys(
  visit: Pick<JournalVisit, 'referrer'>,
  agent: Pick<Agent, 'kind' | 'app' | 'system' | 'device' | 'browser'>,
  location: Location,
): string[] {
  return [
    partKey(PART_LETTERS.kind, agent.kind),
    partKey(PART_LETTERS.region, regionOf(location)),
    partKey(PART_LETTERS.isp, location.isp),
    partKey(PART_LETTERS.app, agent.app),
    partKey(PART_LETTERS.system, withoutVersion(agent.system)),
    partKey(PART_LETTERS.device, agent.device),
    partKey(PART_LETTERS.browser, withoutVersion(agent.browser)),
    partKey(PART_LETTERS.referrer, visit.referrer),
  ];
}

/** Country code, and for China the province behind it: `CN 广东`, `DE`, or nothing. */
function regionOf({ country, location }: Location): string {
  if (country !== 'CN') return country;
  const [province = ''] = location.split(' ');
  return province === '' || province === '中国' ? country : `${country} ${province}`;
}

/** "Windows 10" → "Windows": who compares systems does not want forty versions of each. */
function withoutVersion(name: string): string {
  return name.replace(/ [\d.]+$/, '');
}

/** Adds parts to others. Where a dimension has `limit` values already, new ones are counted together. */
export function addParts(parts: Parts, add: Iterable<readonly [string, number]>, limit: number): Parts {
  const sum = { ...parts };
  let values: Map<string, number> | undefined;
  for (const [key, visits] of add) {
    const known = sum[key];
    if (known !== undefined) {
      sum[key] = known + visits;
      continue;
    }
    values ??= countValues(sum);
    const letter = key.slice(0, 1);
    const count = values.get(letter) ?? 0;
    const target = count < limit ? key : `${letter}:${REST}`;
    sum[target] = (sum[target] ?? 0) + visits;
    values.set(letter, count + 1);
  }
  return sum;
}

function countValues(parts: Parts): Map<string, number> {
  const values = new Map<string, number>();
  for (const key of Object.keys(parts)) {
    const letter = key.slice(0, 1);
    values.set(letter, (values.get(letter) ?? 0) + 1);
  }
  return values;
}
