import type { VisitDimension } from '@waypost/sdk';
import type { Agent } from '../derive/device.ts';
import type { Location } from '../derive/location.ts';
import { valueKey } from './breakdown.ts';
import { OF_AGENTS, OF_PLACES, oneValue } from './dimensions.ts';

type StoredDimension = VisitDimension | 'link';
/** Fields of visits or visitors that are stored, by their names. */
type Stored = Readonly<Record<string, unknown>>;

/** A value of another dimension that is asked for. */
interface Only {
  dimension: StoredDimension;
  value: string;
}

/** The stored fields that a dimension is made of. */
const fieldsOf = (dimension: StoredDimension): readonly string[] =>
  dimension === 'region' || dimension === 'city' ? ['country', 'location'] : [dimension];

/** What an aggregation groups by for `sumByValue`: the fields of a dimension, and those of the one that is asked for. */
export function groupByValue(dimension: StoredDimension, only: Only | undefined): Record<string, string> {
  const fields = [...fieldsOf(dimension), ...(only === undefined ? [] : fieldsOf(only.dimension))];
  return Object.fromEntries(fields.map((field) => [field, `$${field}`]));
}

/** The value under which the figures of days count what is stored. */
export function storedValue(stored: Stored, dimension: StoredDimension): string {
  const texts = Object.fromEntries(fieldsOf(dimension).map((field) => [field, String(stored[field] ?? '')]));
  if (dimension === 'kind') return texts.kind || 'other';
  // Of what is stored there is as much as these dimensions read.
  if (isOf(OF_AGENTS, dimension)) return valueKey('', OF_AGENTS[dimension].read(texts as unknown as Agent));
  if (isOf(OF_PLACES, dimension))
    return valueKey('', OF_PLACES[dimension].read(texts as unknown as Location));
  return valueKey('', texts[dimension] ?? '');
}

const isOf = <Family extends object>(family: Family, name: string): name is keyof Family & string =>
  Object.hasOwn(family, name);

/** Sums by the value of a dimension, of rows that have one value of another. */
export function sumByValue(
  rows: Iterable<{ _id: Stored; sum: number }>,
  dimension: StoredDimension,
  only: Only | undefined,
): Record<string, number> {
  // Values come from visitors: no name may reach what every object has.
  const sums: Record<string, number> = Object.create(null);
  const wanted = only && oneValue(only.dimension, only.value);
  for (const { _id, sum } of rows) {
    if (only !== undefined && storedValue(_id, only.dimension) !== wanted) continue;
    const value = storedValue(_id, dimension);
    sums[value] = (sums[value] ?? 0) + sum;
  }
  return sums;
}
