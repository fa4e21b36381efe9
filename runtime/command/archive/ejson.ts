import type { Value } from '@waypost/store/archive';
import { EJSON } from 'bson';

/**
 * A value as canonical Extended JSON v2, with the keys of documents in their own order (a plain JS object would put
 * those that look like numbers first). https://github.com/mongodb/specifications/blob/master/source/extended-json
 */
export function canonicalJson(value: Value): string {
  if (value instanceof Map) {
    const fields = [...value].map(([name, inner]) => `${JSON.stringify(name)}:${canonicalJson(inner)}`);
    return `{${fields.join(',')}}`;
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'number') return `{"$numberDouble":${JSON.stringify(doubleText(value))}}`;
  if (typeof value === 'bigint') return `{"$numberLong":"${value}"}`;
  if (typeof value === 'object' && value !== null && value.constructor.name === 'Int32')
    return `{"$numberInt":"${(value as { value: number }).value}"}`;
  return EJSON.stringify(value, { relaxed: false });
}

/** Whole doubles keep a decimal point, so that they are not taken for integers; minus zero keeps its sign. */
function doubleText(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (Object.is(value, -0)) return '-0.0';
  return Number.isInteger(value) && Math.abs(value) < 1e21 ? `${value}.0` : String(value);
}
