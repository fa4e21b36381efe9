import type { EChartsCoreOption, EChartsType } from 'echarts/core';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Skeleton } from '../parts/states.tsx';
import { useWords } from '../words/context.tsx';
import styles from './echarts.module.css';

export interface ChartCanvasProps {
  /** Read out as the chart's name. */
  title: string;
  option: EChartsCoreOption;
  /** Pixels. */
  height: number;
  /** How many points the arrow keys go over. */
  points: number;
  /** What a point says, for the keyboard and screen readers. */
  describe: (index: number) => string;
  onSelect?: ((index: number) => void) | undefined;
}

/** A chart by ECharts, which is loaded with the first one. Arrow keys read its points one by one. */
export function ChartCanvas({ title, option, height, points, describe, onSelect }: ChartCanvasProps) {
  const words = useWords();
  const holder = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType>(undefined);
  const select = useRef(onSelect);
  select.current = onSelect;
  const [isReady, setReady] = useState(false);
  const [active, setActive] = useState<number>();
  const textId = useId();

  useEffect(() => {
    let isGone = false;
    let observer: ResizeObserver | undefined;
    void import('./engine.ts').then(({ init }) => {
      const element = holder.current;
      if (isGone || element === null) return;
      const made = init(element, undefined, { renderer: 'canvas' });
      chart.current = made;
      made.on('click', ({ dataIndex }) => select.current?.(dataIndex));
      observer = new ResizeObserver(() => made.resize());
      observer.observe(element);
      setReady(true);
    });
    return () => {
      isGone = true;
      observer?.disconnect();
      chart.current?.dispose();
      chart.current = undefined;
    };
  }, []);

  useEffect(() => {
    if (!isReady) return;
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    chart.current?.setOption({ ...option, animation: !isCalm, animationDuration: 250 }, { notMerge: true });
  }, [option, isReady]);

  const show = (index: number | undefined): void => {
    setActive(index);
    if (index === undefined) chart.current?.dispatchAction({ type: 'hideTip' });
    else chart.current?.dispatchAction({ type: 'showTip', seriesIndex: 0, dataIndex: index });
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
      className={styles.chart}
      style={{ height }}
      aria-label={`${title}. ${words('chart.arrow_keys')}`}
      aria-describedby={textId}
      data-ready={isReady}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys read the points one by one
      tabIndex={0}
      onKeyDown={onKeyDown}
      onBlur={() => show(undefined)}
    >
      {isReady ? null : (
        <div className={styles.waiting}>
          <Skeleton lines={6} height={18} />
        </div>
      )}
      <div ref={holder} className={styles.canvas} aria-hidden="true" />
      <p id={textId} className="wp-visually-hidden" role="status">
        {active === undefined ? '' : describe(active)}
      </p>
    </section>
  );
}
