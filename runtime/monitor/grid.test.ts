import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { gridOf, RANGE_STEPS } from './grid.ts';
import type { SamplesDocument } from './series.ts';

const HOUR_MS = 3_600_000;
const NOW = Date.parse('2026-11-26T12:00:00Z');

/** Documents of one process that has spoken at these times, with these figures. */
function spoken(rows: readonly { at: number; memory: number; disk?: number }[]): SamplesDocument[] {
  const byHour = Map.groupBy(rows, ({ at }) => Math.floor(at / HOUR_MS) * HOUR_MS);
  return [...byHour].map(([hour, those]) => ({
    _id: `runtime/a/${hour}`,
    series: 'runtime/a',
    kind: 'runtime' as const,
    host: 'web-1',
    hour: new Date(hour),
    measures: ['memory', 'disk_free'],
    rows: those.map(({ at, memory, disk = 1 }) => [Math.round((at - hour) / 1000), memory, disk]),
    last: new Date(those.at(-1)?.at ?? hour),
  }));
}
/** Every half a minute over the last so many minutes. */
const every = (minutes: number, skip: (before: number) => boolean = () => false) =>
  Array.from({ length: minutes * 2 }, (_, index) => NOW - (index + 1) * 30_000)
    .filter((at) => !skip((NOW - at) / 60_000))
    .reverse()
    .map((at) => ({ at, memory: 5 }));
const memoryOf = (documents: SamplesDocument[], range: '1h' | '6h' | '24h' = '1h') =>
  gridOf(documents, { range, now: NOW }).series[0]?.values.memory ?? [];

test('each step has the worst of its rows: the most, and of free room the least', () => {
  const rows = [
    { at: NOW - 60_000, memory: 3, disk: 9 },
    { at: NOW - 31_000, memory: 8, disk: 4 },
  ];
  const [series] = gridOf(spoken(rows), { range: '1h', now: NOW }).series;
  expect([series?.values.memory?.at(-1), series?.values.disk_free?.at(-1)]).toEqual([8, 4]);
});

test('who spoke all the time has no gap, in any range', () => {
  const documents = spoken(every(24 * 60 + 5));
  for (const range of ['1h', '6h', '24h'] as const) {
    const memory = memoryOf(documents, range);
    expect(memory).toHaveLength(RANGE_STEPS[range].length / RANGE_STEPS[range].step);
    expect(memory.every((value) => value === 5)).toBe(true);
  }
});

test('three minutes of silence are a gap, also in steps of five minutes', () => {
  const documents = spoken(every(24 * 60 + 5, (before) => before > 21 && before < 24.2));
  for (const range of ['1h', '6h', '24h'] as const) {
    const gaps = memoryOf(documents, range).filter((value) => value === null).length;
    expect([range, gaps > 0, gaps * RANGE_STEPS[range].step <= 600_000]).toEqual([range, true, true]);
  }
});

test('a process that is no more has nothing from then on', () => {
  const memory = memoryOf(spoken(every(60, (before) => before < 30)));
  expect(memory.slice(0, 29).every((value) => value === 5)).toBe(true);
  expect(memory.slice(32).every((value) => value === null)).toBe(true);
});

test('whatever is stored, a grid has its length, and no figure that nobody said', () => {
  const row = fc.record({
    at: fc.integer({ min: NOW - 30 * HOUR_MS, max: NOW + HOUR_MS }),
    memory: fc.integer({ min: 0, max: 1e9 }),
  });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 60 }), fc.constantFrom('1h', '6h', '24h'), (rows, range) => {
      const grid = gridOf(spoken(rows), { range, now: NOW });
      const said = new Set(rows.map(({ memory }) => memory));
      for (const { values } of grid.series)
        for (const column of Object.values(values)) expect(column).toHaveLength(grid.steps);
      for (const value of grid.series[0]?.values.memory ?? [])
        expect(value === null || said.has(value)).toBe(true);
    }),
  );
});
