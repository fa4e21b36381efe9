import styles from './chart.module.css';
import { sparkPath } from './scale.ts';

const WIDTH = 96;
const HEIGHT = 28;

/** A figure's course, without axes; the figure beside it says what it is. */
export function Sparkline({ values }: { values: readonly number[] }) {
  if (values.length < 2) return null;
  return (
    <svg
      className={styles.spark}
      viewBox={`-2 -2 ${WIDTH + 4} ${HEIGHT + 4}`}
      width={WIDTH}
      height={HEIGHT}
      aria-hidden="true"
      focusable="false"
    >
      <path d={sparkPath(values, WIDTH, HEIGHT)} />
    </svg>
  );
}
