import { expect, test } from 'bun:test';
import { exportCells } from './export-cells.ts';

const names: Record<string, string> = { a1: 'anna', b2: 'ben' };
const titleOf = async (_: unknown, id: string) => names[id];

test('a row is told in words, by names, as amounts and moments; what it does not have is empty', async () => {
  const row = {
    name: '=1+1',
    state: 'on',
    is_big: false,
    count: 3,
    price: '-1500000',
    weight: '1.250',
    person: 'a1',
    people: ['a1', 'c3'],
    due: '2026-03-01T10:00:00.000Z',
    paid_at: null,
    parts: [{ url: 'https://a' }, { url: 'https://b' }],
    form: { size: 7 },
    tags: ['x', 'y'],
    owner: 'b2',
    owner_account: 'ben',
    odd: 'no number',
  };
  const reference = { area: 'account', title: 'account' };
  const cells = await exportCells(
    row,
    [
      { title: '', path: 'name' },
      { title: '', path: 'state', words: { on: 'On' } },
      { title: '', path: 'is_big', words: { true: 'Yes', false: 'No' } },
      { title: '', path: 'count' },
      { title: '', path: 'price', as: 'money' },
      { title: '', path: 'weight', as: 'decimal' },
      { title: '', path: 'odd', as: 'decimal' },
      { title: '', path: 'person', reference },
      // Who may not see a thing gets its id, as everybody does of one that is gone.
      { title: '', path: 'people', reference },
      { title: '', path: 'owner', known_as: 'owner_account', reference },
      { title: '', path: 'due', as: 'time' },
      { title: '', path: 'paid_at', as: 'time' },
      { title: '', path: 'parts.url' },
      { title: '', path: 'form' },
      { title: '', path: 'form.size' },
      { title: '', path: 'tags' },
      { title: '', path: 'constructor.name' },
      { title: '', path: 'name.length' },
    ],
    titleOf,
  );
  expect(cells).toEqual([
    ...['=1+1', 'On', 'No', 3, { decimal: '-1.50' }, { decimal: '1.250' }, 'no number', 'anna', 'anna, c3'],
    ...['ben', new Date('2026-03-01T10:00:00.000Z'), '', 'https://a, https://b', '{"size":7}', 7, 'x, y'],
    ...['', ''],
  ]);
});
