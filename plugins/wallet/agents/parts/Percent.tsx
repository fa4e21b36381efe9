import { useFormat } from '@waypost/host-sdk';

const POINTS_OF_PERCENT = 100;

/** Basis points as people read them. */
export function Percent({ points }: { points: number }) {
  const format = useFormat();
  return <>{format.number(points / POINTS_OF_PERCENT)} %</>;
}
