import { KeyedChart, useFormat, useWords } from '@waypost/host-sdk';
import { type PointerEvent, useRef, useState } from 'react';
import styles from './map.module.css';
import { MAP_HEIGHT, MAP_WIDTH, SHAPES } from './shapes.ts';

export interface MapFigure {
  /** ISO 3166. */
  code: string;
  name: string;
  view_number: number;
  /** 0 to 1. */
  share: number;
}

export interface WorldMapProps {
  /** Read out as the map's name. */
  title: string;
  /** What is counted. */
  valueLabel: string;
  /** Most visited first. */
  figures: readonly MapFigure[];
  /** The country that is looked at closer. */
  country: string | undefined;
  onOpen: (code: string) => void;
}

/** How strong the colour of the fewest visits is, in percent: told from land without any. */
const WEAKEST = 22;
const MOST_ZOOM = 9;
/** How much of the map a country takes that is looked at closer. */
const ROOM = 0.72;

/** Where a tip is, in pixels of the map. */
interface Tip {
  code: string;
  x: number;
  y: number;
}

/** The world, each country the stronger coloured the more visits it has; a click on one looks at it closer. */
export function WorldMap({ title, valueLabel, figures, country, onOpen }: WorldMapProps) {
  const words = useWords();
  const format = useFormat();
  const frame = useRef<HTMLDivElement>(null);
  const [tip, setTip] = useState<Tip>();
  const byCode = new Map(figures.map((figure) => [figure.code, figure]));
  const [most] = figures;
  const shown = tip && byCode.get(tip.code);
  const text = ({ view_number, share }: MapFigure): string =>
    `${valueLabel} ${format.number(view_number)} · ${words('qr.statistics.share')} ${format.percent(share)}`;
  const showAt = (code: string | undefined, at: { clientX: number; clientY: number }): void => {
    const box = frame.current?.getBoundingClientRect();
    setTip(
      code === undefined || box === undefined
        ? undefined
        : { code, x: at.clientX - box.left, y: at.clientY - box.top },
    );
  };
  const onActive = (index: number | undefined): void => {
    const code = index === undefined ? undefined : figures[index]?.code;
    const box = frame.current?.querySelector(`[data-code="${code}"]`)?.getBoundingClientRect();
    if (box === undefined) setTip(undefined);
    else showAt(code, { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 });
  };
  return (
    <div className={styles.map}>
      <KeyedChart
        title={title}
        points={figures.length}
        describe={(index) => {
          const figure = figures[index];
          return figure === undefined ? '' : `${figure.name} · ${text(figure)}`;
        }}
        isReady
        onActive={onActive}
        onSelect={(index) => {
          const figure = figures[index];
          if (figure !== undefined) onOpen(figure.code);
        }}
      >
        <div
          ref={frame}
          className={styles.frame}
          aria-hidden="true"
          onPointerMove={(event) => showAt(codeUnder(event), event)}
          onPointerLeave={() => setTip(undefined)}
          onPointerUp={(event) => {
            const code = codeUnder(event);
            if (event.button !== 0 || code === undefined || !byCode.has(code)) return;
            setTip(undefined);
            onOpen(code);
          }}
        >
          <svg aria-hidden="true" className={styles.drawing} viewBox={`0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`}>
            <g className={styles.land} style={{ transform: zoomOn(country) }}>
              {/* What lies later covers the outlines of what lies before. */}
              {SHAPES.toSorted(
                (one, other) => Number(one.code === country) - Number(other.code === country),
              ).map((shape) => {
                const figure = shape.code === undefined ? undefined : byCode.get(shape.code);
                // Small places without visits would only be dots in the sea.
                if (shape.isDot && figure === undefined) return null;
                const colour = figure && colourOf(figure.view_number, most?.view_number ?? 1);
                const isOpen = shape.code !== undefined && shape.code === country;
                return (
                  <path
                    key={shape.path}
                    d={shape.path}
                    data-code={shape.code}
                    data-visited={figure !== undefined}
                    data-open={isOpen}
                    className={shape.isDot ? styles.dot : styles.country}
                    style={shape.isDot ? { stroke: colour } : { fill: colour }}
                  />
                );
              })}
            </g>
          </svg>
          {tip === undefined || shown === undefined ? null : (
            <div
              className={styles.tip}
              data-below={tip.y < TIP_ROOM}
              style={{ left: `clamp(80px, ${tip.x}px, calc(100% - 80px))`, top: tip.y }}
            >
              <strong>{shown.name}</strong>
              <span>{text(shown)}</span>
            </div>
          )}
        </div>
      </KeyedChart>
      {most === undefined ? null : (
        <p className={styles.legend} aria-hidden="true">
          {format.number(1)}
          <span className={styles.scale} />
          {format.number(most.view_number)}
        </p>
      )}
    </div>
  );
}

/** Pixels that a tip takes over what it is about. */
const TIP_ROOM = 80;

function codeUnder(event: PointerEvent): string | undefined {
  return event.target instanceof SVGElement ? event.target.dataset.code : undefined;
}

/** By the root: of countries that differ a thousandfold, the small ones are told apart as well. */
function colourOf(visits: number, most: number): string {
  const strength = WEAKEST + (100 - WEAKEST) * Math.sqrt(visits / most);
  return `color-mix(in srgb, var(--wp-series-1) ${Math.round(strength)}%, var(--wp-surface))`;
}

function zoomOn(country: string | undefined): string {
  const box = country === undefined ? undefined : SHAPES.find(({ code }) => code === country)?.box;
  if (box === undefined) return 'none';
  const zoom = Math.min(MOST_ZOOM, ROOM / Math.max(box.width / MAP_WIDTH, box.height / MAP_HEIGHT));
  const [left, top] = [offset(box.x + box.width / 2, MAP_WIDTH), offset(box.y + box.height / 2, MAP_HEIGHT)];
  return `translate(${left}px, ${top}px) scale(${zoom})`;

  /** What brings a point into the middle, without showing what is beyond the map's edge. */
  function offset(middle: number, length: number): number {
    return Math.round(Math.min(0, Math.max(length - length * zoom, length / 2 - middle * zoom)));
  }
}
