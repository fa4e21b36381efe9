import { expect, test } from 'bun:test';
import type { Operation } from './operation.ts';
import { createProfiler } from './profiler.ts';

const began = (startedAt: number, awaits = false): Operation => ({ startedAt, awaits }) as Operation;
const note = (milliseconds: number) => new Map([['millis', milliseconds]]);

test('only what takes long is noted, only where it was asked for, and never what waits on purpose', () => {
  const profiler = createProfiler({ monotonic: () => 1000 });
  profiler.ended(began(0), 'a', note);
  expect(profiler.entries('a')).toEqual([]);
  profiler.set('a', { level: 1, filterMilliseconds: undefined });
  profiler.ended(began(901), 'a', note);
  profiler.ended(began(900), 'a', note);
  profiler.ended(began(0, true), 'a', note);
  profiler.ended(began(0), 'b', note);
  expect(profiler.entries('a')).toEqual([note(100)]);
  profiler.set('a', { level: 1, filterMilliseconds: 500 });
  profiler.ended(began(600), 'a', note);
  profiler.ended(began(500), 'a', note);
  expect(profiler.entries('a')).toEqual([note(100), note(500)]);
  expect(profiler.entries('b')).toEqual([]);
});

test('a server that is slow for days keeps a bounded number of notes', () => {
  const profiler = createProfiler({ monotonic: () => 1000 });
  profiler.set('a', { level: 2, filterMilliseconds: undefined });
  for (let at = 0; at < 1500; at += 1) profiler.ended(began(0), 'a', () => new Map([['at', at]]));
  expect(profiler.entries('a')).toHaveLength(1000);
  expect(profiler.entries('a').at(-1)).toEqual(new Map([['at', 1499]]));
});
