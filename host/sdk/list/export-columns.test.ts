import { expect, test } from 'bun:test';
import { accountReference, defineResource, field, zAmount, zId, zTime } from '@waypost/contract';
import { z } from 'zod';
import type { WordsFunction } from '../words/words.ts';
import { columnsOf } from './columns.ts';
import { exportColumns } from './export-columns.ts';

const thing = defineResource({
  name: 'p.thing',
  area: 'thing',
  title: 'name',
  access: 'own',
  fields: {
    name: field(z.string()),
    state: field(z.enum(['on', 'off'])),
    is_big: field(z.boolean()),
    count: field(z.int()),
    price: field(zAmount.nullable()),
    weight: field(z.string(), { unit: 'term.kilogram' }),
    person: field(zId, { ref: accountReference }),
    due: field(zTime.nullable(), { control: 'datetime' }),
    paid_at: field(zTime.nullable()),
    parts: field(z.array(z.object({ url: z.string() }))),
  },
});
/** Words as they are asked for. */
const words = Object.assign((key: string) => `«${key}»`, {
  has: () => true,
  first: ([key]: readonly string[]) => `«${key}»`,
}) as unknown as WordsFunction;

test('each field is told by what it is: codes in words, ids by name, moments, amounts and figures as such', () => {
  const columns = columnsOf(thing, [
    ...(['name', 'state', 'is_big', 'count', 'price', 'weight', 'person', 'due', 'paid_at'] as const),
    'create_time',
  ]);
  const told = Object.fromEntries(
    exportColumns(thing, columns as never, words).map(({ path, title: _, ...how }) => [path, how]),
  );
  expect(told).toEqual({
    name: {},
    state: { words: { on: '«p.thing.state.on»', off: '«p.thing.state.off»' } },
    is_big: { words: { true: '«term.yes»', false: '«term.no»' } },
    count: {},
    price: { as: 'money' },
    weight: { as: 'decimal' },
    person: { reference: { area: 'account', title: 'account' } },
    due: { as: 'time' },
    paid_at: { as: 'time' },
    create_time: { as: 'time' },
  });
});

test('a column of the screen’s own is told as it says, and not at all where it says nothing', () => {
  const columns = columnsOf(thing, [
    { field: 'parts', exported: { path: 'parts.url' } },
    { key: 'buttons', title: 'x', render: () => null },
    { field: 'count', exported: false },
    { key: 'sum', title: 'y', exported: { path: 'price', as: 'money' } },
  ]);
  expect(exportColumns(thing, columns as never, words)).toEqual([
    { title: '«p.thing.parts»', path: 'parts.url' },
    { title: '«y»', path: 'price', as: 'money' },
  ]);
});
