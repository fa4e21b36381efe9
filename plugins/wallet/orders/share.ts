import { POINTS_OF_PERCENT } from '../money/values.ts';

/** Basis points of the whole. */
const WHOLE = 10_000n;
/** Of percentages with more digits than the store keeps exactly, such as 12.34 x 100. */
const EXACTLY = 1_000_000;

/** A percentage as whole basis points, what is finer rounded down: 12.345 % are 1,234 of them. */
export function basisPoints(percent: number): number {
  const points = Math.round(percent * POINTS_OF_PERCENT * EXACTLY) / EXACTLY;
  return Math.max(0, Math.min(Number(WHOLE), Math.floor(points)));
}

/** What an agent earns of a price: rounded down to the smallest unit, so that the remainder stays with the house. */
export const shareOf = (price: bigint, points: number): bigint => (price * BigInt(points)) / WHOLE;
