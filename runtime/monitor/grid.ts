import { MEASURES, type Measure, type MonitorHistory, type MonitorRange } from '@waypost/contract/platform';
import { SAMPLE_SECONDS, type SamplesDocument } from './series.ts';

/** How long a range is and how long each of its steps, milliseconds. */
export const RANGE_STEPS: Readonly<Record<MonitorRange, { length: number; step: number }>> = {
  '1h': { length: 3_600_000, step: 60_000 },
  '6h': { length: 6 * 3_600_000, step: 120_000 },
  '24h': { length: 24 * 3_600_000, step: 300_000 },
};
/** A process that says nothing for so long was not there, milliseconds. */
export const SILENT_MS = SAMPLE_SECONDS * 2_500;
/** Of these the smallest figure of a step is its worst. */
const LOW_IS_BAD: ReadonlySet<Measure> = new Set(['disk_free']);

type Series = MonitorHistory['series'][number];

/**
 * Puts rows onto steps of equal length. Each step has the worst of its rows, so that no peak is lost; one in which the
 * process was silent for long has none, so that a gap stays a gap however long the steps are.
 * @param now milliseconds
 */
export function gridOf(
  documents: readonly SamplesDocument[],
  { range, now }: { range: MonitorRange; now: number },
): MonitorHistory {
  const { length, step } = RANGE_STEPS[range];
  const steps = length / step;
  // The step that has just begun may have no row yet: it is shown once it is over.
  const from = Math.floor(now / step) * step - length;
  const bySeries = Map.groupBy(documents, ({ series }) => series);
  const series = [...bySeries].map(([id, those]): Series => {
    const [{ kind, host } = { kind: 'installation' as const, host: '' }] = those
      .toSorted(byHour)
      .toReversed();
    return { id, kind, host, values: valuesOf(those, { from, step, steps }) };
  });
  return {
    from_time: new Date(from).toISOString(),
    step: step / 1000,
    steps,
    series: series.toSorted((one, other) => one.id.localeCompare(other.id)),
  };
}

const byHour = (one: SamplesDocument, other: SamplesDocument) => one.hour.getTime() - other.hour.getTime();

function valuesOf(
  documents: readonly SamplesDocument[],
  { from, step, steps }: { from: number; step: number; steps: number },
): Series['values'] {
  const values: Partial<Record<Measure, (number | null)[]>> = {};
  const times: number[] = [];
  for (const { hour, measures, rows } of documents) {
    const columns = measures
      .filter((name) => name in MEASURES)
      .map((name) => {
        values[name] ??= new Array<number | null>(steps).fill(null);
        return { column: values[name], at: measures.indexOf(name) + 1, isLowBad: LOW_IS_BAD.has(name) };
      });
    for (const row of rows) {
      const time = hour.getTime() + (row[0] ?? 0) * 1000;
      times.push(time);
      const index = Math.floor((time - from) / step);
      if (index < 0 || index >= steps) continue;
      for (const { column, at, isLowBad } of columns) {
        const value = row[at];
        if (value === null || value === undefined) continue;
        const known = column[index] ?? null;
        column[index] = known === null ? value : isLowBad ? Math.min(known, value) : Math.max(known, value);
      }
    }
  }
  for (const index of silentSteps(times, { from, step, steps }))
    for (const column of Object.values(values)) column[index] = null;
  return values;
}

/** Steps of which a process was away for a good part. */
function silentSteps(
  times: number[],
  { from, step, steps }: { from: number; step: number; steps: number },
): Set<number> {
  const silent = new Set<number>();
  times.sort((one, other) => one - other);
  for (const [index, time] of times.entries()) {
    const next = times[index + 1];
    if (next === undefined || next - time <= SILENT_MS) continue;
    // It spoke at both ends: in between, one interval after the first of them it should have spoken again.
    const [begin, end] = [time + SAMPLE_SECONDS * 1000, next];
    const first = Math.max(0, Math.floor((begin - from) / step));
    const last = Math.min(steps - 1, Math.floor((end - from) / step));
    for (let at = first; at <= last; at++) {
      const covered = Math.min(end, from + (at + 1) * step) - Math.max(begin, from + at * step);
      if (covered >= Math.min(step / 2, SILENT_MS - SAMPLE_SECONDS * 1000)) silent.add(at);
    }
  }
  return silent;
}
