import { CHINA_CODES, onePlace } from './places.ts';
import type { VisitCondition } from './visit-rule.ts';

/**
 * Rules of releases in which most visits from Hong Kong, Macao and Taiwan had the code CN, and places several names. Moved, they
 * meet the visits that they met.
 */

export function movedCountries(codes: readonly string[]): string[] {
  return codes.includes('CN') ? [...new Set([...codes, ...CHINA_CODES])] : [...codes];
}

/** A text is looked for in the whole place: one that still stands in it stays. */
export function movedPlaces(texts: readonly string[]): string[] {
  const moved = texts.map((text) => {
    const { location } = onePlace({ country: 'CN', location: text });
    return location.includes(text) ? text : location;
  });
  return [...new Set(moved)];
}

export function movedCondition(condition: VisitCondition): VisitCondition {
  if ('all' in condition) return { all: condition.all.map(movedCondition) };
  if ('any' in condition) return { any: condition.any.map(movedCondition) };
  if ('not' in condition) return { not: movedCondition(condition.not) };
  if (!('fact' in condition)) return condition;
  if (condition.fact === 'country' && 'in' in condition)
    return { ...condition, in: movedCountries(condition.in) };
  if (condition.fact === 'location' && 'contains' in condition)
    return { ...condition, contains: movedPlaces(condition.contains) };
  return condition;
}
