import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { askedHeads, chosenColumns, missingFields, zColumnChoice } from './import-columns.ts';

const FIELDS = ['url', 'name', 'code'] as const;

test('what a person says of a column goes before its name, and no field is read from two', () => {
  const cells = ['link', 'Ziel', 'Titel'];
  const columns = ['url', undefined, undefined] as const;
  expect(chosenColumns(cells, columns, { fields: FIELDS })).toEqual(['url', undefined, undefined]);
  expect(chosenColumns(cells, columns, { fields: FIELDS, chosen: { Ziel: 'url', Titel: 'name' } })).toEqual([
    ...([undefined, 'url', 'name'] as const),
  ]);
  expect(
    chosenColumns(cells, columns, { fields: FIELDS, chosen: { link: '', Titel: 'no such field' } }),
  ).toEqual([undefined, undefined, undefined]);
});

test('whatever is said, each field is read at most once', () => {
  const heads = fc.array(fc.constantFrom('a', 'b', '__proto__', 'd', ''), { maxLength: 6 });
  const chosen = fc.dictionary(
    fc.constantFrom('a', 'b', '__proto__', 'd'),
    fc.constantFrom(...FIELDS, '', 'x'),
  );
  fc.assert(
    fc.property(heads, chosen, (cells, said) => {
      const columns = cells.map((_, at) => FIELDS[at]);
      const read = chosenColumns(cells, columns, { fields: FIELDS, chosen: said }).filter(Boolean);
      expect(new Set(read).size).toBe(read.length);
    }),
  );
});

test('what is needed and not read is named', () => {
  const fields = FIELDS.map((name) => ({ name, label: name.toUpperCase(), is_needed: name !== 'name' }));
  const columns = { fields, read: [{ head: 'x', field: 'code' }], unread: ['Ziel'] };
  expect(missingFields(columns, { Ziel: '' })).toEqual(['URL']);
  expect(missingFields(columns, { Ziel: 'url' })).toEqual([]);
});

test('a file of however many unknown columns can be answered for', () => {
  const asked = askedHeads(Array.from({ length: 150 }, (_, at) => `column ${at}`));
  expect(zColumnChoice.safeParse(Object.fromEntries(asked.map((head) => [head, '']))).success).toBe(true);
  expect(asked).toHaveLength(100);
});
