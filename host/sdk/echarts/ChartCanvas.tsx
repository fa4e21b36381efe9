import type { EChartsCoreOption, EChartsType } from 'echarts/core';
import { useEffect, useRef, useState } from 'react';
import { KeyedChart, type KeyedChartProps } from '../chart/KeyedChart.tsx';
import { Skeleton } from '../parts/states.tsx';
import styles from './echarts.module.css';

export interface ChartCanvasProps extends Omit<KeyedChartProps, 'isReady' | 'onActive' | 'children'> {
  option: EChartsCoreOption;
  /** Pixels. */
  height: number;
}

/** A chart by ECharts, which is loaded with the first one. Arrow keys read its points one by one. */
export function ChartCanvas({ title, option, height, points, describe, onSelect }: ChartCanvasProps) {
  const holder = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType>(undefined);
  const select = useRef(onSelect);
  select.current = onSelect;
  const [isReady, setReady] = useState(false);

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

  return (
    <KeyedChart
      title={title}
      height={height}
      points={points}
      describe={describe}
      isReady={isReady}
      onActive={(index) =>
        chart.current?.dispatchAction(
          index === undefined ? { type: 'hideTip' } : { type: 'showTip', seriesIndex: 0, dataIndex: index },
        )
      }
      onSelect={onSelect}
    >
      {isReady ? null : (
        <div className={styles.waiting}>
          <Skeleton lines={6} height={18} />
        </div>
      )}
      <div ref={holder} className={styles.canvas} aria-hidden="true" />
    </KeyedChart>
  );
}
