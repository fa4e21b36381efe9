import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { compareTexts, createSorter } from './sorter.ts';

const drainAll = <Item>(next: () => Item | undefined): Item[] => {
  const items: Item[] = [];
  for (let item = next(); item !== undefined; item = next()) items.push(item);
  return items;
};

test('hands out everything in order, equal keys in the order they came, over many chunks', () => {
  const sorter = createSorter<string, number>(undefined, compareTexts);
  const count = 20_000;
  for (let n = 0; n < count; n += 1) sorter.add(String((n * 7919) % 5000).padStart(4, '0'), n, 10);
  const items = drainAll(sorter.drain());
  const expected = Array.from({ length: count }, (_, n) => n).sort(
    (one, other) => ((one * 7919) % 5000) - ((other * 7919) % 5000) || one - other,
  );
  expect(items).toEqual(expected);
});

test('with a limit it keeps exactly the first ones', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 3 })), fc.integer({ min: 1, max: 20 }), (keys, limit) => {
      const sorter = createSorter<string, string>(limit, compareTexts);
      for (const key of keys) sorter.add(key, `${key}!`, 1);
      const expected = [...keys].sort(compareTexts).slice(0, limit);
      expect(drainAll(sorter.drain())).toEqual(expected.map((key) => `${key}!`));
    }),
  );
});

test('refuses to hold more than its memory', () => {
  const sorter = createSorter<string, number>(undefined, compareTexts);
  expect(() => {
    for (let n = 0; n < 10; n += 1) sorter.add('key', n, 100 * 1024 * 1024);
  }).toThrow('memory limit');
});
