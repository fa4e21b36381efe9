import { expect, test } from 'bun:test';
import type { DeviceKind } from '@waypost/sdk';
import fc from 'fast-check';
import { cutBlocks, joinIndexes, lookFor } from './mark-index.ts';
import {
  KEY_WORDS,
  keyAt,
  type Mark,
  markAt,
  mergeMarks,
  packMarks,
  ROW_WORDS,
  writeKey,
} from './mark-rows.ts';

const anyKind = fc.constantFrom<DeviceKind>('desktop', 'phone', 'tablet', 'other');
/** Few keys that begin alike, with bytes of every size. */
const anyKey = fc
  .tuple(
    fc.constantFrom('\0', '\x7f', '\x80', '\xff'),
    fc.constantFrom('\0', '\x01', '\x80', '\xff'),
    fc.nat(40),
  )
  .map(
    ([scope, last, host]) => `${scope.repeat(12) + '\0'.repeat(13) + String.fromCharCode(host)}\xff${last}`,
  );
const anyMark: fc.Arbitrary<Mark> = fc.record({
  key: anyKey,
  day: fc.integer({ min: 20260101, max: 20260106 }),
  hours: fc.integer({ min: 1, max: 2 ** 24 - 1 }),
  kind: anyKind,
});
const anyMarks = fc.uniqueArray(anyMark, { selector: ({ key, day }) => `${key}${day}`, maxLength: 300 });

const told = (rows: ReturnType<typeof packMarks>): Mark[] => {
  const marks: Mark[] = [];
  for (let at = 0; at < rows.length; at += ROW_WORDS)
    marks.push({ key: keyAt(rows, at), ...markAt(rows, at) });
  return marks;
};
const inOrder = (marks: readonly Mark[]): Mark[] =>
  marks.toSorted((one, other) =>
    one.key === other.key ? one.day - other.day : one.key < other.key ? -1 : 1,
  );

test('what was marked is read as it was marked, in the order of its bytes', () => {
  fc.assert(
    fc.property(anyMarks, (marks) => {
      expect(told(packMarks(marks))).toEqual(inOrder(marks));
    }),
  );
});

test('of two runs each day is kept once: the hours of both, the kind of the older', () => {
  fc.assert(
    fc.property(anyMarks, anyMarks, (older, newer) => {
      const expected = new Map(older.map((one) => [`${one.key}${one.day}`, { ...one }]));
      for (const one of newer) {
        const known = expected.get(`${one.key}${one.day}`);
        if (known === undefined) expected.set(`${one.key}${one.day}`, { ...one });
        else known.hours |= one.hours;
      }
      expect(told(mergeMarks(packMarks(older), packMarks(newer)))).toEqual(inOrder([...expected.values()]));
    }),
  );
});

test('a key that a run has is looked for in the block that has all of its days', () => {
  fc.assert(
    fc.property(anyMarks, fc.uniqueArray(anyKey, { maxLength: 40 }), fc.nat(300), (marks, others, split) => {
      const rows = packMarks(marks);
      const whole = cutBlocks(rows);
      // Blocks that stand behind each other are one run, wherever they were cut.
      const keys = [...new Set([...marks.map(({ key }) => key), ...others])].sort();
      const words = new Uint32Array(keys.length * KEY_WORDS);
      for (const [index, key] of keys.entries()) writeKey(words, index * KEY_WORDS, key);
      let at = Math.min(rows.length, split * ROW_WORDS);
      while (at > 0 && at < rows.length && keyAt(rows, at) === keyAt(rows, at - ROW_WORDS)) at += ROW_WORDS;
      const [left, right] = [cutBlocks(rows.slice(0, at)), cutBlocks(rows.slice(at))];
      for (const { blocks, index } of [
        whole,
        { blocks: [...left.blocks, ...right.blocks], index: joinIndexes([left.index, right.index]) },
      ]) {
        const found = new Map<string, Mark[]>();
        lookFor(index, words, (key, block) => {
          const own = told(blocks[block] as (typeof blocks)[number]).filter((one) => one.key === keys[key]);
          found.set(keys[key] as string, own);
        });
        for (const key of keys)
          expect(found.get(key) ?? []).toEqual(inOrder(marks.filter((one) => one.key === key)));
      }
    }),
  );
});

test('of keys that a block has not, few are looked for in it', () => {
  const key = (number: number): string => `owner-of-it-${String(number).padStart(16, '0')}`;
  const marks = Array.from({ length: 128 }, (_, number) => ({
    key: key(number * 1000),
    day: 20260101,
    hours: 1,
    kind: 'phone' as const,
  }));
  const { index } = cutBlocks(packMarks(marks));
  const words = new Uint32Array(10_000 * KEY_WORDS);
  for (let number = 0; number < 10_000; number++) writeKey(words, number * KEY_WORDS, key(number * 10 + 5));
  let found = 0;
  lookFor(index, words, () => found++);
  expect(found).toBeLessThan(100);
});
