import type { Measure } from '@waypost/contract/platform';
import { MONITOR_SAMPLES } from '../runtime/monitor/index.ts';
import type { Product } from './product.ts';
import { withStore } from './security/world.ts';

const HOUR_MS = 3_600_000;
const SAMPLE_MS = 30_000;

/** Which processes there were, what each says, and how its figures go. */
const SERIES = [
  {
    kind: 'runtime',
    figures: {
      processor: [12, 30],
      memory: [180e6, 60e6],
      event_loop: [4, 60],
      visits: [40, 80],
      lag_visits: [10, 60],
      lag_age: [0.4, 1.2],
      channels: [3, 9],
      store_latency: [0.6, 4],
      disk_free: [60e9, 2e9],
    },
  },
  { kind: 'aggregator', figures: { processor: [6, 20], memory: [110e6, 20e6], event_loop: [2, 30] } },
  {
    kind: 'store',
    figures: {
      processor: [5, 25],
      memory: [100e6, 30e6],
      store_size: [200e6, 20e6],
      store_cache: [25e6, 0],
      store_commands: [60, 120],
      store_command_time: [0.4, 2],
      store_writes: [20, 60],
    },
  },
  {
    kind: 'installation',
    figures: {
      jobs_waiting: [28, 0],
      jobs_running: [0, 3],
      jobs_late: [0, 0],
      jobs_failed: [0, 0],
      operations_waiting: [0, 1],
      operations_running: [0, 2],
    },
  },
] as const satisfies { kind: string; figures: Partial<Record<Measure, readonly [number, number]>> }[];

/**
 * Writes a day of samples into the store, as processes of `instance` would have said them, but for the time between
 * `gap.from` and `gap.to`, milliseconds before `now`.
 * @returns how many rows there are
 */
export async function writePastSamples(
  product: Product,
  given: { instance: string; host: string; now: number; gap: { from: number; to: number } },
): Promise<number> {
  const { instance, host, now, gap } = given;
  const documents = SERIES.flatMap(({ kind, figures }) => {
    const id = kind === 'installation' ? kind : `${kind}/${instance}`;
    const measures = Object.keys(figures);
    const rowsByHour = new Map<number, number[][]>();
    for (let time = now - 24 * HOUR_MS; time < now - SAMPLE_MS; time += SAMPLE_MS) {
      const before = now - time;
      if (before <= gap.from && before >= gap.to) continue;
      const hour = Math.floor(time / HOUR_MS) * HOUR_MS;
      const wave = (1 + Math.sin(time / 5_400_000)) / 2;
      const noise = Math.abs(Math.sin(time / 97_000));
      const row = Object.values(figures).map(
        ([least, more]) => Math.round((least + more * (0.6 * wave + 0.4 * noise)) * 10) / 10,
      );
      rowsByHour.set(hour, [...(rowsByHour.get(hour) ?? []), [Math.round((time - hour) / 1000), ...row]]);
    }
    return [...rowsByHour].map(([hour, rows]) => ({
      _id: `${id}/${hour.toString(36)}/past`,
      series: id,
      kind,
      host: kind === 'installation' ? '' : host,
      hour: new Date(hour),
      measures,
      rows,
      last: new Date(hour + (rows.at(-1)?.[0] ?? 0) * 1000),
    }));
  });
  await withStore(product, async (database) => {
    await database.collection<{ _id: string }>(MONITOR_SAMPLES).insertMany(documents);
  });
  return documents.reduce((sum, { rows }) => sum + rows.length, 0);
}
