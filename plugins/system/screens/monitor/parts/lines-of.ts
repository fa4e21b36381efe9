import type { MonitorHistory, MonitorSettings } from '@waypost/contract/platform';
import { PROCESS_KINDS, WATCHED } from '@waypost/contract/platform';
import type { ChartLimit, ChartLine, useWords } from '@waypost/host-sdk';
import type { MonitorChart } from './chart-list.ts';

/** The same process has the same colour in each picture and language. */
const KINDS: readonly string[] = PROCESS_KINDS;

type Words = ReturnType<typeof useWords>;

/**
 * The lines of a picture: one for each process that has the measure, else one for each measure. Whoever has said nothing in all
 * of the time has none.
 */
export function linesOf(history: MonitorHistory, { measures }: MonitorChart, words: Words): ChartLine[] {
  const hosts = new Set(history.series.map(({ host }) => host).filter((host) => host !== ''));
  const nameOf = ({ kind, host }: MonitorHistory['series'][number]) =>
    hosts.size > 1
      ? `${words(`system.monitor.kind.${kind}`)} · ${host}`
      : words(`system.monitor.kind.${kind}`);
  return history.series.toSorted(byKind).flatMap((series) =>
    measures.flatMap((measure): ChartLine[] => {
      const values = series.values[measure];
      if (values === undefined || values.every((value) => value === null)) return [];
      return [
        { name: measures.length > 1 ? words(`system.monitor.measure.${measure}`) : nameOf(series), values },
      ];
    }),
  );
}

/** Whether there is a course to draw: one sample is a dot on an empty axis. */
export const hasCourse = (lines: readonly ChartLine[]): boolean =>
  lines.some(({ values }) => values.filter((value) => value !== null).length > 1);

const byKind = (one: MonitorHistory['series'][number], other: MonitorHistory['series'][number]) =>
  KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) || one.host.localeCompare(other.host);

/** From where on a figure of the picture is worth a warning or an alarm; 0 is nowhere. */
export function limitsOf(
  limits: Partial<MonitorSettings> | undefined,
  { watched }: MonitorChart,
  words: Words,
): ChartLimit[] {
  if (watched === undefined || limits === undefined) return [];
  return (['warning', 'alarm'] as const).flatMap((level): ChartLimit[] => {
    const value = (limits[`monitor_${watched}_${level}`] ?? 0) * WATCHED[watched].factor;
    return value === 0
      ? []
      : [
          {
            name: words(`system.monitor.level.${level}`),
            value,
            tone: level === 'alarm' ? 'bad' : 'warning',
          },
        ];
  });
}

/** Which places of the axis are named, by their time of day such as 14:05. */
export function isRoundTime(time: string, range: '1h' | '6h' | '24h'): boolean {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  if (range === '1h') return minute % 10 === 0;
  return minute === 0 && hour % (range === '6h' ? 1 : 4) === 0;
}
