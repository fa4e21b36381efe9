import { expect, test } from 'bun:test';
import type { DeviceKind } from '@waypost/sdk';
import fc from 'fast-check';
import { addCame, cameSince, joined, withCame } from './days-before.ts';
import type { DayTally } from './tally.ts';

const KINDS: readonly DeviceKind[] = ['desktop', 'phone', 'tablet', 'other'];
const FIRST = 20260101;
const DAYS = 6;

/** An address that comes on a day, not yet counted on it, with a device. */
const coming = fc.record({
  address: fc.integer({ min: 0, max: 5 }),
  day: fc.integer({ min: FIRST, max: FIRST + DAYS - 1 }),
  kind: fc.constantFrom(...KINDS),
});

test('different addresses of any range, with any device, are a sum of days in whatever order they come', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(coming, { selector: ({ address, day }) => `${address} ${day}`, maxLength: 36 }),
      fc.integer({ min: 1, max: 9 }),
      (all, portion) => {
        const texts = new Map<number, string>();
        const known = new Map<number, { days: number[]; kinds: string }>();
        for (let at = 0; at < all.length; at += portion) {
          const sums = new Map<number, DayTally>();
          for (const { address, day, kind } of all.slice(at, at + portion)) {
            const before = known.get(address);
            const kinds = addCame(sums, before, [day], kind);
            known.set(address, { days: [...(before?.days ?? []), day], kinds });
          }
          for (const [day, { came }] of sums) texts.set(day, withCame(texts.get(day) ?? '', came));
        }
        for (let first = FIRST; first < FIRST + DAYS; first++)
          for (let last = first; last < FIRST + DAYS; last++) {
            const within = all.filter(({ day }) => day >= first && day <= last);
            const firsts = new Map<number, { day: number; kind: DeviceKind }>();
            for (const one of within)
              if (one.day < (firsts.get(one.address)?.day ?? Number.POSITIVE_INFINITY))
                firsts.set(one.address, one);
            for (const only of [undefined, ...KINDS]) {
              let sum = 0;
              for (const [day, text] of texts)
                if (day >= first && day <= last) sum += cameSince(text, first, only).fresh;
              expect(sum).toBe(
                [...firsts.values()].filter(({ kind }) => only === undefined || kind === only).length,
              );
            }
          }
        // Whoever reads a day sees by this that nothing is missing.
        for (const [day, text] of texts)
          expect(cameSince(text, FIRST, undefined).all).toBe(all.filter((one) => one.day === day).length);
      },
    ),
    { numRuns: 300, seed: 5 },
  );
});

test('several texts of a day are one', () => {
  expect(joined(['p0\t3\nd0\t1\n', 'p0\t-3\np20260101\t3\n'])).toBe('d0\t1\np20260101\t3\n');
  expect(cameSince('p0\t2\n', FIRST, 'desktop')).toEqual({ fresh: 0, all: 2 });
});

test('days of before kinds were kept are taken for other devices', () => {
  const sums = new Map<number, DayTally>();
  expect(addCame(sums, { days: [FIRST + 2] }, [FIRST + 1], 'phone')).toBe('op');
  expect([...(sums.get(FIRST + 2)?.came ?? [])]).toEqual([
    ['o0', -1],
    [`o${FIRST + 1}`, 1],
  ]);
});

test('where a release without kinds has added days, no kind is taken for that of another day', () => {
  const sums = new Map<number, DayTally>();
  const known = { days: [FIRST + 3, FIRST + 1], kinds: 'p' };
  expect(addCame(sums, known, [FIRST + 2], 'tablet')).toBe('oot');
  expect([...(sums.get(FIRST + 3)?.came ?? [])]).toEqual([
    [`o${FIRST + 1}`, -1],
    [`o${FIRST + 2}`, 1],
  ]);
});
