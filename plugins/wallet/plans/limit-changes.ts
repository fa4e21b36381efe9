import { API_KEY_LIMIT } from '@waypost/contract';
import { LIMIT_KINDS, type Limits } from './values.ts';

export interface LimitChange {
  kind: keyof Limits;
  before: number | null;
  after: number | null;
  isLess: boolean;
}

/** The limits that a purchase changes; null: there is none. */
export const limitChanges = (before: Limits, after: Limits): LimitChange[] =>
  LIMIT_KINDS.map((kind) => ({ kind, before: inForce(kind, before), after: inForce(kind, after) }))
    .filter((change) => change.before !== change.after)
    .map((change) => ({ ...change, isLess: isLess(change.after, change.before) }));

/** Limits that a plan would make stricter for whoever has none: nobody buys it for these. */
export const looserWithout = (without: Limits, plans: readonly Limits[]): (keyof Limits)[] =>
  LIMIT_KINDS.filter((kind) => plans.some((plan) => isLess(inForce(kind, plan), inForce(kind, without))));

/** A limit as it applies; null: there is none. No account has more API keys than the platform allows, whatever its plan says. */
export function inForce(kind: keyof Limits, limits: Limits): number | null {
  // Plans of earlier releases lack the kinds that came later.
  const limit = limits[kind] ?? null;
  return kind === 'api_keys' ? Math.min(limit ?? API_KEY_LIMIT, API_KEY_LIMIT) : limit;
}

/** Whether one limit is stricter than another. */
const isLess = (one: number | null, other: number | null): boolean =>
  one !== null && (other === null || one < other);
