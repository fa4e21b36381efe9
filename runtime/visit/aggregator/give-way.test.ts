import { expect, test } from 'bun:test';
import { createGivingWay } from './give-way.ts';

/** What Linux says after so many hundredths of a second of work and of rest. */
const told = (busy: number, idle: number): string =>
  `cpu  ${busy} 0 0 ${idle} 0 0 0 0 9999 0\ncpu0 ${busy} 0 0 ${idle} 0 0 0 0 0 0\n`;

/** Looks that are a second apart. */
const givingWay = (...texts: (string | undefined)[]) => lookingAt(texts, (look) => look * 1000);

function lookingAt(texts: (string | undefined)[], timeOf: (look: number) => number) {
  let look = 0;
  return createGivingWay({ readTimes: () => texts.shift(), monotonic: () => timeOf(look++) });
}
let written = 0;
/** Where the journal ends after so many more visits. */
const after = (visits: number) => {
  written += visits * 64;
  return new Map([['j', { segment: 1, bytes: written }]]);
};

test('while the processor is full no more is counted than is promised; as soon as it rests, all at once', () => {
  const giving = givingWay(told(0, 0), told(100, 100), told(300, 100), told(490, 110), told(500, 200));
  expect(giving.most(after(9000), 64)).toBe(Infinity);
  expect(giving.most(after(9000), 64)).toBe(2500);
  expect(giving.most(after(9000), 64)).toBe(Infinity);
  expect(giving.most(after(9000), 64)).toBe(Infinity);
});

test('a processor that is filled by the counting alone is left to it', () => {
  const giving = givingWay(told(0, 0), told(100, 0), told(200, 0), told(300, 0));
  giving.most(after(0), 64);
  expect(giving.most(after(100), 64)).toBe(Infinity);
  // Nearly full, and then another: 5,000 visits.
  const ends = (segment: number, bytes: number) => new Map([['j', { segment, bytes }]]);
  const next = givingWay(told(0, 0), told(100, 0), told(200, 0));
  next.most(ends(1, 2 ** 24 - 160_000), 64);
  expect(next.most(ends(2, 160_000), 64)).toBe(2500);
});

test('where more come than could be counted in time by any means, who answers them has nearly all of a full processor', () => {
  const giving = givingWay(told(0, 0), told(100, 0), told(200, 20), told(200, 120));
  giving.most(after(0), 64);
  // Some of it rests while they wait for the disk.
  expect(giving.most(after(15_000), 64)).toBe(1000);
  // What waits is caught up with as soon as it rests.
  expect(giving.most(after(15_000), 64)).toBe(Infinity);
});

test('at what is promised nothing waits for longer, however full it is', () => {
  const giving = givingWay(...Array.from({ length: 22 }, (_, turn) => told(turn * 100, 0)));
  let pause = 1000;
  for (let turn = 0; turn < 20; turn++)
    pause = ((2000 * pause) / 1000 / (giving.most(after(2000), 64) ?? Number.NaN)) * 1000;
  expect(pause).toBeLessThan(50);
});

test('how many come is told by what a visit takes: long texts, each written by itself, make no crowd', () => {
  const times = (bytesOfVisit: number) => {
    const giving = givingWay(told(0, 0), told(100, 0), told(200, 0));
    giving.most(after(0), bytesOfVisit);
    return giving.most(after(16_000), bytesOfVisit);
  };
  expect(times(64)).toBe(1000);
  // 1,024,000 bytes a second are 1,707 of them.
  expect(times(600)).toBe(2500);
});

test('a crowd after an hour of rest is noticed within a moment, not by what the hour was like', () => {
  const times = [0, 3_600_000, 3_600_100, 3_600_600];
  const giving = lookingAt(
    [told(0, 0), told(100, 720_000), told(120, 720_000), told(220, 720_000)],
    (look) => times[look] as number,
  );
  expect(giving.most(after(5000), 64)).toBeUndefined();
  expect(giving.most(after(4000), 64)).toBe(1000);
  expect(giving.most(after(20_000), 64)).toBe(1000);
});

test('where it is not told how full it is, nothing waits', () => {
  const giving = givingWay(undefined, undefined, told(1, 1));
  giving.most(after(9000), 64);
  expect(giving.most(after(9000), 64)).toBe(Infinity);
});
