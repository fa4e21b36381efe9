import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MONITOR_SETTINGS_DEFAULT, PROBLEM_CODES } from '@waypost/contract/platform';
import { type Facts, findProblems, type Spoken } from './find-problems.ts';
import { PROBLEM_SENTENCES, problemSentence } from './problem-sentences.ts';

const runtime: Spoken = {
  kind: 'runtime',
  host: 'web-1',
  silentFor: 5_000,
  figures: {
    processor: 10,
    memory: 200e6,
    event_loop: 3,
    lag_visits: 0,
    lag_age: 0,
    store_latency: 1,
    disk_free: 60e9,
  },
};
const well: Facts = {
  limits: MONITOR_SETTINGS_DEFAULT,
  spoken: [runtime],
  silentAfter: 75_000,
  isStarting: false,
  isStoreUp: true,
  isJournalFailing: false,
  isJournalForeign: false,
  unaccounted: 0,
  differences: 0,
  failedPlugins: 0,
  nearLimits: 0,
  jobs: { late: 0, latest: 0, failed: 0 },
  backup: { age: 3, hasFailed: false, isDrillFine: true },
};
const found = (change: Partial<Facts>) =>
  findProblems({ ...well, ...change }).map(({ code, level }) => [code, level]);
const says = (figures: Spoken['figures']) => ({
  spoken: [{ ...runtime, figures: { ...runtime.figures, ...figures } }],
});

test('all is well where nothing crosses a limit', () => expect(found({})).toEqual([]));

test('a figure at its limit is told, the worse of two limits alone; of free room it is what falls below', () => {
  expect(found(says({ lag_age: 9.9 }))).toEqual([]);
  expect(found(says({ lag_age: 10 }))).toEqual([['journal_lag', 'warning']]);
  expect(found(says({ lag_age: 60 }))).toEqual([['journal_lag', 'alarm']]);
  expect(found(says({ disk_free: 2_000e6 }))).toEqual([]);
  expect(found(says({ disk_free: 1_999e6 }))).toEqual([['disk_space', 'warning']]);
  expect(found(says({ disk_free: 0 }))).toEqual([['disk_space', 'alarm']]);
  expect(
    found({
      ...says({ disk_free: 0, lag_age: 1e6 }),
      limits: Object.fromEntries(Object.keys(MONITOR_SETTINGS_DEFAULT).map((name) => [name, 0])) as never,
    }),
  ).toEqual([]);
});

test('a start says only what is so from its first moment on: samples of before it are no news', () => {
  const busy = { ...runtime, figures: { processor: 100, event_loop: 5_000, disk_free: 0 } };
  const silent = { ...runtime, silentFor: 75_001 };
  const backup = { age: undefined, hasFailed: false, isDrillFine: true };
  expect(found({ isStarting: true, spoken: [busy, silent], backup })).toEqual([['disk_space', 'alarm']]);
  expect(found({ isStarting: true, isStoreUp: false })).toEqual([['store_unavailable', 'alarm']]);
});

test('a feed that is not followed for a minute is told of the process that follows it, and visits of another database', () => {
  expect(found(says({ feed_away: 59 }))).toEqual([]);
  expect(found(says({ feed_away: 60 }))).toEqual([['feed_lost', 'alarm']]);
  expect(found({ isJournalForeign: true })).toEqual([['journal_foreign', 'alarm']]);
});

test('of a process that is silent nothing is told but that; one that has ended is not looked for', () => {
  const silent = { ...runtime, silentFor: 75_001, figures: { lag_age: 1e6 } };
  expect(found({ spoken: [silent] })).toEqual([['process_silent', 'alarm']]);
  expect(found({ spoken: [{ ...silent, silentFor: undefined }] })).toEqual([]);
});

test('backups: none, an old one, one that failed, one that cannot be restored; elsewhere none is looked for', () => {
  const backup = (change: object) =>
    found({ backup: { age: 3, hasFailed: false, isDrillFine: true, ...change } });
  expect(backup({ age: undefined })).toEqual([['backup_none', 'warning']]);
  expect(backup({ age: 168 })).toEqual([['backup_old', 'warning']]);
  expect(backup({ age: 400, hasFailed: true })).toEqual([['backup_failed', 'alarm']]);
  expect(backup({ isDrillFine: false })).toEqual([['drill_failed', 'alarm']]);
  expect(found({ backup: undefined })).toEqual([]);
});

test('alarms come first, whatever the order in which they are found', () => {
  expect(
    found({
      ...says({ lag_age: 20 }),
      isStoreUp: false,
      jobs: { late: 2, latest: 4_000, failed: 1 },
      nearLimits: 1,
    }),
  ).toEqual([
    ['store_unavailable', 'alarm'],
    ['jobs_late', 'alarm'],
    ['journal_lag', 'warning'],
    ['store_near_limit', 'warning'],
    ['jobs_failed', 'warning'],
  ]);
});

test('doctor and the log say the words of the screen', () => {
  const file = join(import.meta.dir, '../../plugins/system/screens/monitor/en-US.json');
  const words = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  for (const code of PROBLEM_CODES)
    expect([code, ...PROBLEM_SENTENCES[code]]).toEqual([
      code,
      words[`system.problem.${code}.title`] ?? '',
      words[`system.problem.${code}.content`] ?? '',
    ]);
});

test('a sentence has its figures', () => {
  const [problem] = findProblems({ ...well, ...says({ lag_age: 75.2, lag_visits: 12 }) });
  if (problem === undefined) throw new Error('nothing was found');
  expect(problemSentence(problem)).toStartWith(
    'Statistics are 75 s behind; visits that wait: 12. No visit is lost.',
  );
});
