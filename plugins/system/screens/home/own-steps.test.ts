import { expect, test } from 'bun:test';
import { stepsOf } from './own-steps.ts';

const nothing = { wasShared: false, wasVisited: false, hasSecondFactor: false };
const named = (steps: ReturnType<typeof stepsOf>) => steps.map(({ name, is_done }) => [name, is_done]);

test('who begins makes a code, brings it to people, sees a visit and secures the account', () => {
  const first = stepsOf({ ...nothing, mayMake: true, newest: undefined });
  expect(named(first)).toEqual([
    ['code', false],
    ['share', false],
    ['visit', false],
    ['second_factor', false],
  ]);
  expect(first.map(({ screen }) => screen)).toEqual([
    'set_qr_code',
    null,
    null,
    'update_password?tab=second_factor',
  ]);
  const made = stepsOf({ ...nothing, mayMake: true, newest: 'set_qr_code?id=1' });
  expect(named(made).slice(0, 2)).toEqual([
    ['code', true],
    ['share', false],
  ]);
  expect(made[1]?.screen).toBe('set_qr_code?id=1');
});

test('a code that somebody has visited was brought to people', () => {
  const visited = stepsOf({ ...nothing, mayMake: true, newest: 'set_qr_code?id=1', wasVisited: true });
  expect(visited.filter(({ is_done }) => is_done).map(({ name }) => name)).toEqual([
    'code',
    'share',
    'visit',
  ]);
});

test('nobody is told to do what they may not', () => {
  expect(named(stepsOf({ ...nothing, mayMake: false, newest: undefined }))).toEqual([
    ['second_factor', false],
  ]);
  expect(named(stepsOf({ ...nothing, mayMake: false, newest: null }))).toEqual([['second_factor', false]]);
});
