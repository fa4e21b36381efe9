import { expect, test } from 'bun:test';
import type { SharedStatistics } from '../calls.ts';
import { followShared, type SharedState } from './follow-shared.ts';

const GIVEN = { file_name: 'spring', password: 'b' };
const answer = (token: string): SharedStatistics => ({
  name: 'Spring',
  id: 'a'.repeat(24),
  view_number: 1,
  ip_view_number: 1,
  hours: [],
  time_zone: 'UTC',
  token,
  expires_in: 600,
});

/** Plays the answers one after the other, then leaves the page. A number is a failure that passes after as many seconds. */
async function play(...answers: (SharedStatistics | number | 'refused')[]) {
  const page = new AbortController();
  const bodies: unknown[] = [];
  const states: SharedState[] = [];
  const waits: number[] = [];
  await followShared(GIVEN, page.signal, {
    ask: async (body) => {
      bodies.push(body);
      const next = answers.shift();
      if (answers.length === 0) setTimeout(() => page.abort());
      if (typeof next === 'object') return next;
      throw next;
    },
    show: (state) => states.push(state),
    passesAfter: (error) => (typeof error === 'number' ? error : undefined),
    pause: async (milliseconds) => {
      waits.push(milliseconds);
      await Bun.sleep(answers.length === 0 ? 5 : 0);
    },
  });
  return { bodies, states, waits };
}
const failures = (states: SharedState[]) => states.map(({ failure }) => failure);

test('a page whose very first call meets a busy server shows the figures as soon as it can', async () => {
  const { bodies, states, waits } = await play(0, 30, answer('t'));
  expect(bodies).toEqual([GIVEN, GIVEN, GIVEN]);
  expect(failures(states)).toEqual(['passing', 'passing', undefined]);
  expect(waits).toEqual([5_000, 30_000, 5_000]);
});

test('the password travels once; a lost connection keeps the figures that are there', async () => {
  const { bodies, states } = await play(answer('t'), 0, answer('t'));
  expect(bodies).toEqual([GIVEN, { token: 't' }, { token: 't' }]);
  expect(failures(states)).toEqual([undefined, 'passing', undefined]);
  expect(states[1]?.statistics?.name).toBe('Spring');
});

test('a wrong password is not tried again, which would lock the address out', async () => {
  const { bodies, states } = await play('refused', answer('t'));
  expect(bodies).toEqual([GIVEN]);
  expect(states).toEqual([{ statistics: undefined, failure: 'refused' }]);
});

test('a device that slept longer than its token lives goes on by itself', async () => {
  const { bodies, states } = await play(answer('t'), 'refused', answer('u'));
  expect(bodies).toEqual([GIVEN, { token: 't' }, GIVEN]);
  expect(failures(states)).toEqual([undefined, undefined]);
});

test('a password that was changed meanwhile ends the page and takes the figures away', async () => {
  const { states } = await play(answer('t'), 'refused', 'refused', answer('u'));
  expect(states.at(-1)).toEqual({ statistics: undefined, failure: 'refused' });
});
