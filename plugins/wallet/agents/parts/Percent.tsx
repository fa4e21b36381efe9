import { useFormat } from '@waypost/host-sdk';
import { POINTS_OF_PERCENT } from '../../money/values.ts';

/** Basis points as people read them. */
export function Percent({ points }: { points: number }) {
  const format = useFormat();
  return <>{format.number(points / POINTS_OF_PERCENT)} %</>;
}
