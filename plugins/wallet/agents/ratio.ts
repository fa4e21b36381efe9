import { POINTS_OF_PERCENT } from '../money/values.ts';
import { basisPoints, shareOf } from '../orders/share.ts';
import { EXAMPLE_PRICE } from './values.ts';

/** A ratio as payments are divided by it, with what it is of an example. */
export function describeRatio(percent: number): {
  share_ratio: number;
  example: { price: string; share: string };
} {
  const points = basisPoints(percent);
  return {
    share_ratio: points / POINTS_OF_PERCENT,
    example: { price: String(EXAMPLE_PRICE), share: String(shareOf(EXAMPLE_PRICE, points)) },
  };
}
