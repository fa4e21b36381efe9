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

/** Whether one limit is stricter than another. */
const isLess = (one: number | null, other: number | null): boolean =>
  one !== null && (other === null || one < other);
