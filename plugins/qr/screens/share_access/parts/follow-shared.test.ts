import { expect, test } from 'bun:test';
import type { SharedStatistics } from '../calls.ts';
import { followShared, type Opening, type SharedState } from './follow-shared.ts';

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

type Played = SharedStatistics | number | { locked: number } | 'refused';

/** Plays the answers one after the other, then leaves the page. A number is a failure that passes after as many seconds. */
const play = (...answers: Played[]) => playFrom(GIVEN, ...answers);

async function playFrom(opening: Opening, ...answers: Played[]) {
  const page = new AbortController();
  const kept: (string | undefined)[] = [];
  const bodies: unknown[] = [];
  const states: SharedState[] = [];
  const waits: number[] = [];
  await followShared(opening, page.signal, {
    ask: async (body) => {
      bodies.push(body);
      const next = answers.shift();
      if (answers.length === 0) setTimeout(() => page.abort());
      if (typeof next === 'object' && 'token' in next) return next;
      throw next;
    },
    show: (state) => states.push(state),
    keep: (token) => kept.push(token),
    passesAfter: (error) => {
      if (typeof error === 'number') return { failure: 'passing', seconds: error };
      const { locked } = error as { locked?: number };
      return locked === undefined ? undefined : { failure: 'locked', seconds: locked };
    },
    pause: async (milliseconds) => {
      waits.push(milliseconds);
      await Bun.sleep(answers.length === 0 ? 5 : 0);
    },
  });
  return { bodies, states, waits, kept };
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

test('a reload goes on with the token of its tab, and asks for the password once that is worth nothing', async () => {
  const goesOn = await playFrom({ token: 't' }, answer('t'), 0, answer('t'));
  expect(goesOn.bodies).toEqual([{ token: 't' }, { token: 't' }, { token: 't' }]);
  const ended = await playFrom({ token: 't' }, 'refused', answer('u'));
  expect(ended.bodies).toEqual([{ token: 't' }]);
  expect(ended.kept).toEqual([undefined]);
  expect(failures(ended.states)).toEqual(['refused']);
});

test('what the tab keeps is the token of the last answer, never what opened it', async () => {
  const { kept } = await play(answer('t'), 'refused', answer('u'));
  expect(kept).toEqual(['t', undefined, 'u']);
});

test('somebody who is locked out is told for how long, and the password is looked at once the wait is over', async () => {
  const { bodies, states, waits } = await play({ locked: 600 }, answer('t'));
  expect(states[0]).toEqual({ statistics: undefined, failure: 'locked', seconds: 600 });
  expect(waits[0]).toBe(600_000);
  expect(bodies).toEqual([GIVEN, GIVEN]);
});
