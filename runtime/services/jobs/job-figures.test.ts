import { expect, test } from 'bun:test';
import { jobFigures } from './job-figures.ts';

const NOW = Date.parse('2026-11-26T12:00:00Z');
const at = (seconds: number) => new Date(NOW + seconds * 1_000);
const job = (change: object) => ({ name: 'qr.tidy', type: 'single', nextRunAt: at(60), ...change });

test('a job waits, runs, is late after a minute, is off, or has failed the last time', () => {
  const figures = jobFigures(
    [
      job({ name: 'a.waits', nextRunAt: at(-20) }),
      job({ name: 'b.runs', lockedAt: at(-5), nextRunAt: at(-90) }),
      job({ name: 'c.late', nextRunAt: at(-90) }),
      job({ name: 'd.off', disabled: true, nextRunAt: at(-9_000) }),
      job({ name: 'e.failed', failedAt: at(-10), lastFinishedAt: at(-10), failReason: 'no route' }),
      job({ name: 'f.well-again', failedAt: at(-90), lastFinishedAt: at(-10), failReason: 'no route' }),
      job({ name: 'g.once', type: 'normal', nextRunAt: at(-200) }),
    ],
    NOW,
  );
  expect(figures).toMatchObject({ waiting: 5, running: 1, late: 2, latest: 200, failed: 1 });
  expect(figures.schedules.map(({ name, state, fault }) => [name, state, fault])).toEqual([
    ['d.off', 'off', ''],
    ['b.runs', 'running', ''],
    ['c.late', 'late', ''],
    ['a.waits', 'waiting', ''],
    ['e.failed', 'failed', 'no route'],
    ['f.well-again', 'waiting', ''],
  ]);
});

test('one whose process died under it is late, not running for ever', () => {
  const [schedule] = jobFigures([job({ lockedAt: at(-3_600), nextRunAt: at(-3_600) })], NOW).schedules;
  expect(schedule?.state).toBe('late');
});
