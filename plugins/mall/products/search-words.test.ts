import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { type Searched, searchedFor, searchWords } from './search-words.ts';

const product = (title: string, external_id = '', model = ''): Searched => ({ title, external_id, model });

/** Whether a search finds a product, by what the store does with its filter. */
async function finds(text: string, row: Searched): Promise<boolean> {
  const words = new Set(searchWords(row));
  const holds = (filter: Record<string, unknown>): boolean =>
    Object.entries(filter).every(([name, value]) => {
      if (name === '$and') return (value as Record<string, unknown>[]).every(holds);
      if (name === '$or') return (value as Record<string, unknown>[]).some(holds);
      if (name === 'words' && typeof value === 'string') return words.has(value);
      if (name === 'words') return words.has((value as { $not: { $nin: [string] } }).$not?.$nin[0] ?? '');
      const { $regex } = value as { $regex: string };
      return new RegExp($regex, 'i').test(row[name as keyof Searched]);
    });
  // Whichever is the rarest, the answer is the same.
  const found = await Promise.all([0, -1, 1_000].map((at) => searchedFor(text, async (keys) => keys.at(at))));
  const [first, last, none] = found.map((filter) => holds(filter as Record<string, unknown>));
  expect([last, none]).toEqual([first, first]);
  return first as boolean;
}

describe('searching products', () => {
  test('finds by the beginnings of words, in any order, and by Han letters wherever they stand', async () => {
    const chair = product('Red Chair, 红色木椅子', 'SKU-99812', 'M7');
    for (const text of [
      'r',
      're',
      'red',
      'CHAI',
      'chair red',
      '红色',
      '木椅',
      '红色木椅子',
      '椅',
      'sku-998',
      '99812',
      'm7',
    ])
      expect([text, await finds(text, chair)]).toEqual([text, true]);
    for (const text of ['redder', 'chairs', '椅木', '红木', '99813', 'blue', '---', 'red blue', 'hair'])
      expect([text, await finds(text, chair)]).toEqual([text, false]);
  });

  test('whatever a product is called, the beginning of each of its words finds it', async () => {
    const word = fc.stringMatching(/^[a-z0-9]{1,12}$/);
    const han = fc.stringMatching(/^[一二三四五六七八九十]{1,6}$/);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(word, han), { minLength: 1, maxLength: 6 }),
        fc.nat(11),
        async (words, cut) => {
          const row = product(words.join(' '));
          for (const one of words) expect(await finds(one.slice(0, cut + 1), row)).toBe(true);
          expect(await finds(words.toReversed().join(' '), row)).toBe(true);
        },
      ),
    );
  });
});
