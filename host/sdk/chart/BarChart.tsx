import { type KeyboardEvent, useId, useState } from 'react';
import { useFormat } from '../format/use-format.ts';
import { useWords } from '../words/context.tsx';
import type { BarChartProps } from './bar-chart-props.ts';
import { ChartTable } from './ChartTable.tsx';
import styles from './chart.module.css';
import { linePath, niceTop, ticksOf } from './scale.ts';
import { useWidth } from './use-width.ts';

const HEIGHT = 200;
const LEFT = 44;
const BOTTOM = 24;
const TOP = 8;

/** Bars with a line to compare with. Arrow keys move over the bars; the same figures can be read as a table. */
export function BarChart(props: BarChartProps) {
  const { title, labels, previous } = props;
  const words = useWords();
  const format = useFormat();
  const [active, setActive] = useState<number>();
  const [isTable, setTable] = useState(false);
  const [holder, width] = useWidth();
  const tipId = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    const at = active ?? -1;
    const target: Record<string, number> = {
      ArrowRight: Math.min(labels.length - 1, at + 1),
      ArrowLeft: Math.max(0, at - 1),
      Home: 0,
      End: labels.length - 1,
    };
    const next = target[event.key];
    if (next !== undefined) {
      event.preventDefault();
      setActive(next);
    } else if (event.key === 'Enter' && active !== undefined) props.onSelect?.(active);
    else if (event.key === 'Escape') setActive(undefined);
  };

  return (
    <figure className={styles.chart}>
      <figcaption className={styles.legend}>
        <span className={styles.key}>
          <span className={styles.keyBar} aria-hidden="true" />
          {props.valueLabel}
        </span>
        {previous && props.previousLabel ? (
          <span className={styles.key}>
            <span className={styles.keyLine} aria-hidden="true" />
            {props.previousLabel}
          </span>
        ) : null}
        <button type="button" className={styles.toggle} onClick={() => setTable(!isTable)}>
          {words(isTable ? 'chart.as_chart' : 'chart.as_table')}
        </button>
      </figcaption>
      {isTable ? (
        <ChartTable {...props} />
      ) : (
        <section
          ref={holder}
          className={styles.plot}
          aria-label={`${title}. ${words('chart.keys')}`}
          aria-describedby={tipId}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys read the bars one by one
          tabIndex={0}
          onKeyDown={onKeyDown}
          onBlur={() => setActive(undefined)}
          onMouseLeave={() => setActive(undefined)}
        >
          <Bars {...props} width={width} active={active} onActive={setActive} />
          <p id={tipId} className={active === undefined ? 'wp-visually-hidden' : styles.tip} role="status">
            {active === undefined ? '' : describe(props, active, format.number)}
          </p>
        </section>
      )}
    </figure>
  );
}

function describe(props: BarChartProps, index: number, number: (value: number) => string): string {
  const now = `${props.valueLabel} ${number(props.values[index] ?? 0)}`;
  const before = props.previous
    ? ` · ${props.previousLabel ?? ''} ${number(props.previous[index] ?? 0)}`
    : '';
  return `${props.labels[index] ?? ''} · ${now}${before}`;
}

interface BarsProps extends BarChartProps {
  /** Pixels of the whole chart. */
  width: number;
  active: number | undefined;
  onActive: (index: number) => void;
}

function Bars({ labels, values, previous, width, active, onActive, onSelect }: BarsProps) {
  const format = useFormat();
  const plotWidth = Math.max(0, width - LEFT);
  const plotHeight = HEIGHT - BOTTOM - TOP;
  const top = niceTop(Math.max(...values, ...(previous ?? []), 0));
  const slot = plotWidth / Math.max(1, labels.length);
  const everyLabel = Math.max(1, Math.ceil(44 / Math.max(1, slot)));
  const heightOf = (value: number) => (value / top) * plotHeight;

  return (
    <svg width={width} height={HEIGHT} aria-hidden="true" focusable="false">
      {ticksOf(top).map((tick) => (
        <g key={tick} transform={`translate(0 ${TOP + plotHeight - heightOf(tick)})`}>
          <line className={tick === 0 ? styles.zero : styles.gridLine} x1={LEFT} x2={width} />
          <text className={styles.axis} x={LEFT - 8} dy="0.32em" textAnchor="end">
            {format.compact(tick)}
          </text>
        </g>
      ))}
      <g transform={`translate(${LEFT} ${TOP})`}>
        {labels.map((label, index) => {
          const value = values[index] ?? 0;
          const barWidth = Math.max(1, Math.min(28, slot * 0.64));
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: the pointer's form of what the arrow keys do
            <g
              key={label}
              onMouseEnter={() => onActive(index)}
              onClick={() => onSelect?.(index)}
              className={onSelect ? styles.clickable : undefined}
            >
              <rect
                className={styles.hit}
                x={slot * index}
                width={slot}
                height={plotHeight}
                data-on={active === index}
              />
              <rect
                className={styles.barShape}
                x={slot * index + (slot - barWidth) / 2}
                y={plotHeight - heightOf(value)}
                width={barWidth}
                height={heightOf(value)}
                rx={Math.min(3, barWidth / 2)}
              />
              {index % everyLabel === 0 ? (
                <text
                  className={styles.axis}
                  x={slot * (index + 0.5)}
                  y={plotHeight + 18}
                  textAnchor="middle"
                >
                  {label}
                </text>
              ) : null}
            </g>
          );
        })}
        {previous && width > 0 ? (
          <path className={styles.previous} d={linePath(previous, plotWidth, plotHeight, top)} />
        ) : null}
      </g>
    </svg>
  );
}
