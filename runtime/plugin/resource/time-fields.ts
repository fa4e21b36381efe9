import type { Resource } from '@waypost/contract';
import { isTimeField } from '@waypost/sdk';

/** Turns the times among stored fields into Dates; other values stay as they are. */
export function toStoredTimes(resource: Resource, fields: Record<string, unknown>): Record<string, unknown> {
  const stored: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const field = resource.fields[name];
    stored[name] =
      typeof value === 'string' && field !== undefined && isTimeField(field) ? new Date(value) : value;
  }
  return stored;
}

/** A stored value as it goes over the wire: Dates at any depth become ISO texts. */
export function toWireValue(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(toWireValue);
  if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toWireValue(inner)]));
  return value;
}
