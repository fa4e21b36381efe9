import { describe, expect, test } from 'bun:test';
import type { MonitorHistory } from '@waypost/contract/platform';
import type { WordsFunction } from '@waypost/host-sdk';
import { hasCourse, linesOf } from './lines-of.ts';

const words = ((key: string) => key) as unknown as WordsFunction;
const ofKind = (kind: 'store' | 'runtime', values: MonitorHistory['series'][number]['values']) => ({
  id: kind,
  kind,
  host: 'one',
  values,
});
const history = (...series: MonitorHistory['series']): MonitorHistory => ({
  from_time: '2026-01-01T00:00:00.000Z',
  step: 60,
  steps: 2,
  series,
});

describe('the lines of a picture', () => {
  test('are those of the processes that have the measure, in the same order in each', () => {
    const found = linesOf(
      history(ofKind('store', { memory: [1, 2] }), ofKind('runtime', { memory: [3, null] })),
      { name: 'memory', measures: ['memory'] },
      words,
    );
    expect(found).toEqual([
      { name: 'system.monitor.kind.runtime', values: [3, null] },
      { name: 'system.monitor.kind.store', values: [1, 2] },
    ]);
  });

  test('are not of whom nothing was heard in all of the time: the legend would name a line that nobody sees', () => {
    const found = linesOf(
      history(ofKind('runtime', { memory: [0, null] }), ofKind('store', { memory: [null, null] })),
      { name: 'memory', measures: ['memory'] },
      words,
    );
    expect(found.map(({ name }) => name)).toEqual(['system.monitor.kind.runtime']);
  });

  test('make a course from two samples on: one is a dot, which the screen says in words', () => {
    const course = (values: (number | null)[]) => hasCourse([{ name: 'runtime', values }]);
    expect(hasCourse([])).toBe(false);
    expect(course([null, 3, null])).toBe(false);
    expect(course([1, null, 3])).toBe(true);
  });
});
