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
  LIMIT_KINDS.filter((kind) => before[kind] !== after[kind]).map((kind) => ({
    kind,
    before: before[kind],
    after: after[kind],
    isLess: isLess(after[kind], before[kind]),
  }));

/** Limits that a plan would make stricter for whoever has none: nobody buys it for these. */
export const looserWithout = (without: Limits, plans: readonly Limits[]): (keyof Limits)[] =>
  LIMIT_KINDS.filter((kind) => plans.some((plan) => isLess(inForce(kind, plan), inForce(kind, without))));

/** Of keys nobody has more than the platform allows. */
const inForce = (kind: keyof Limits, limits: Limits): number | null =>
  limits[kind] ?? (kind === 'api_keys' ? API_KEY_LIMIT : null);

/** Whether one limit is stricter than another. */
const isLess = (one: number | null, other: number | null): boolean =>
  one !== null && (other === null || one < other);
