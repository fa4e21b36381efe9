import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { useWords } from '../words/context.tsx';
import styles from './chart.module.css';

export interface KeyedChartProps {
  /** Read out as the chart's name. */
  title: string;
  /** Pixels; left out: as high as what is drawn. */
  height?: number;
  /** How many points the arrow keys go over. */
  points: number;
  /** What a point says, for the keyboard and screen readers. */
  describe: (index: number) => string;
  isReady: boolean;
  /** The keys went to a point, or away from all. */
  onActive: (index: number | undefined) => void;
  onSelect?: ((index: number) => void) | undefined;
  /** The drawing, which screen readers pass over. */
  children: ReactNode;
}

/** What charts have in common, however they are drawn: arrow keys read their points one by one, Enter selects one. */
export function KeyedChart(props: KeyedChartProps) {
  const { title, height, points, describe, isReady, onActive, onSelect, children } = props;
  const words = useWords();
  const [active, setActive] = useState<number>();
  const textId = useId();
  const show = (index: number | undefined): void => {
    setActive(index);
    onActive(index);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = active ?? -1;
    const target: Record<string, number> = {
      ArrowRight: Math.min(points - 1, at + 1),
      ArrowLeft: Math.max(0, at - 1),
      Home: 0,
      End: points - 1,
    };
    const next = target[event.key];
    if (next !== undefined) {
      event.preventDefault();
      show(next);
    } else if (event.key === 'Enter' && active !== undefined) onSelect?.(active);
    else if (event.key === 'Escape') show(undefined);
  };
  return (
    <section
      className={styles.keyed}
      style={{ height }}
      aria-label={`${title}. ${words('chart.arrow_keys')}`}
      aria-describedby={textId}
      data-ready={isReady}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys read the points one by one
      tabIndex={0}
      onKeyDown={onKeyDown}
      onBlur={() => show(undefined)}
    >
      {children}
      <p id={textId} className="wp-visually-hidden" role="status">
        {active === undefined ? '' : describe(active)}
      </p>
    </section>
  );
}
