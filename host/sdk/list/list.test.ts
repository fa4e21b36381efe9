import { expect, test } from 'bun:test';
import { codeOf, defineResource, field, YesNo } from '@waypost/contract';
import fc from 'fast-check';
import { z } from 'zod';
import { formatFor } from '../format/format.ts';
import { columnsOf, fixedFields, shownKeys } from './columns.ts';
import { defaultCell } from './default-cell.tsx';
import { parseDrawer } from './drawer-address.ts';
import { wholeRanges } from './Filters.tsx';
import { growingColumn } from './fit-columns.ts';
import { pageNumbers } from './page-numbers.ts';
import { splitVerbs } from './split-verbs.ts';
import {
  isNarrowed,
  type ListState,
  listWish,
  PAGE_SIZES,
  readListState,
  toQuery,
  writeListState,
} from './url-state.ts';

const coupon = defineResource({
  name: 'test.coupon',
  area: 'coupon',
  title: 'name',
  access: 'all',
  fields: {
    state: field(z.enum(['on', 'off']), { list: true, filter: 'in' }),
    name: field(z.string().max(40), { list: true, filter: 'contains', search: true, sort: true }),
    disabled: field(codeOf(YesNo), { filter: 'equals', list: 'hidden' }),
    amount: field(z.int().min(0), { list: true, filter: 'range', sort: true }),
  },
});

test('a field that the list itself fixes to one value has no column: it would say the same in every row', () => {
  const keys = (filters: Record<string, unknown>) =>
    columnsOf(coupon, undefined, fixedFields(coupon, filters)).map(({ key }) => key);
  expect(keys({ state: 'on' })).toEqual(['name', 'disabled', 'amount', 'create_time']);
  expect(keys({ state: ['on'] })).not.toContain('state');
  for (const state of [['on', 'off'], undefined]) expect(keys({ state })).toContain('state');
  // What names the row stays, and what is found by a part of it is not one value.
  expect(keys({ name: 'a' })).toContain('name');
  expect(columnsOf(coupon, ['state'], ['state']).map(({ key }) => key)).toEqual(['state']);
});

test('a link shows the same list: state → address → state', () => {
  const state: fc.Arbitrary<ListState> = fc.record({
    page: fc.integer({ min: 1, max: 1_000_000 }),
    pageSize: fc.constantFrom(...PAGE_SIZES),
    search: fc.string({ maxLength: 200 }),
    sort: fc.option(
      fc.record({
        field: fc.constantFrom('name', 'amount', 'create_time'),
        order: fc.constantFrom('asc' as const, 'desc' as const),
      }),
      { nil: undefined },
    ),
    filters: fc.record(
      {
        state: fc.uniqueArray(fc.constantFrom('on', 'off'), { minLength: 1 }),
        name: fc.string({ minLength: 1, maxLength: 200 }),
        disabled: fc.constantFrom(1, 2),
        amount_from: fc.nat(),
        amount_to: fc.nat(),
      },
      { requiredKeys: [] },
    ),
  });
  fc.assert(
    fc.property(state, (given) => {
      const address = writeListState(coupon, given, new URLSearchParams('drawer=create'));
      expect(address.get('drawer')).toBe('create');
      const text = new URLSearchParams(address.toString());
      expect(readListState(coupon, text)).toEqual({ ...given, filters: { ...given.filters } });
    }),
  );
});

test('what was typed into the address by hand never reaches the server unchecked', () => {
  const state = readListState(
    coupon,
    new URLSearchParams('page=-3&page_size=7&sort_field=password&state=drop&disabled=9&amount_from=x'),
  );
  expect(state).toEqual({ page: 1, pageSize: 20, search: '', sort: undefined, filters: {} });
});

test('a text to search for in the address of a list that searches nothing is left out', () => {
  const { amount } = coupon.fields;
  const of = { area: 'ledger', title: 'amount', access: 'all' } as const;
  const ledger = defineResource({ ...of, name: 'test.ledger', fields: { amount } });
  expect(toQuery(readListState(ledger, new URLSearchParams('search=zzzz')))).toEqual({
    page: 1,
    page_size: 20,
  });
});

test('the query is one that the server accepts', () => {
  const state = readListState(
    coupon,
    new URLSearchParams('page=2&state=on&state=off&disabled=2&search=%20a%20&sort_field=name&sort_order=asc'),
  );
  const query = toQuery(state);
  expect(coupon.schemas.query.safeParse(query).success).toBe(true);
  expect(query).toEqual({
    page: 2,
    page_size: 20,
    search: 'a',
    sort_field: 'name',
    sort_order: 'asc',
    state: ['on', 'off'],
    disabled: 2,
  });
  expect(isNarrowed(state)).toBe(true);
  expect(isNarrowed(readListState(coupon, new URLSearchParams('page=3')))).toBe(false);
});

test('the column that names the row comes first and cannot be hidden', () => {
  const columns = columnsOf(coupon, undefined);
  expect(columns.map(({ key }) => key)).toEqual(['name', 'state', 'disabled', 'amount', 'create_time']);
  expect(shownKeys(columns, null, null)).toEqual(['name', 'state', 'amount', 'create_time']);
  expect(shownKeys(columns, 'amount', 'state')).toEqual(['name', 'amount']);
  expect(shownKeys(columns, null, '')).toEqual(['name']);
  expect(columns.find(({ key }) => key === 'amount')).toMatchObject({ isRight: true, sort: 'amount' });
});

test('page numbers always hold the first, the last and the current', () => {
  expect(pageNumbers(1, 1)).toEqual([1]);
  expect(pageNumbers(5, 9)).toEqual([1, 0, 4, 5, 6, 0, 9]);
  expect(pageNumbers(3, 5)).toEqual([1, 2, 3, 4, 5]);
});

test('a drawer opens only from a well-formed address', () => {
  expect(parseDrawer('edit:abc')).toEqual({ kind: 'edit', id: 'abc' });
  expect(parseDrawer('create')).toEqual({ kind: 'create', id: undefined });
  for (const text of ['edit', 'drop:1', '', null]) expect(parseDrawer(text)).toBeUndefined();
});

test('a price is listed with all the digits of its currency', () => {
  const plan = defineResource({
    name: 'test.plan',
    area: 'plan',
    title: 'name',
    access: 'all',
    fields: {
      name: field(z.string().max(40), { list: true }),
      price: field(z.number().min(0), { list: true, currency: 'CNY' }),
    },
  });
  const words = Object.assign((key: string) => key, { first: ([key = '']: readonly string[]) => key });
  const cell = { resource: plan, field: 'price', words: words as never, format: formatFor('en-US') };
  expect(defaultCell({ ...cell, value: 99.5 })).toBe('99.50 CNY');
  expect(defaultCell({ ...cell, value: 1_000 })).toBe('1,000.00 CNY');
});

test('an export is of all pages of what the list finds', () => {
  const params = new URLSearchParams(
    'page=3&page_size=50&search=tea&sort_field=name&sort_order=asc&state=on',
  );
  expect(listWish(coupon, params)).toEqual({
    search: 'tea',
    sort_field: 'name',
    sort_order: 'asc',
    state: ['on'],
  });
});

test('of many verbs five stay in sight, a removal at the end among them; on a phone the first two', () => {
  const verbs = ['print', 'labels', 'on', 'off', 'group', 'tags', 'remove'].map((name) => ({
    name,
    isDangerous: name === 'remove',
  }));
  const names = (of: readonly { name: string }[], isPhone: boolean) => {
    const { inSight, rest } = splitVerbs(
      verbs.filter((verb) => of.includes(verb)),
      isPhone,
    );
    return [inSight, rest].map((some) => some.map(({ name }) => name));
  };
  expect(names(verbs, false)).toEqual([
    ['print', 'labels', 'on', 'off', 'remove'],
    ['group', 'tags'],
  ]);
  expect(names(verbs, true)).toEqual([
    ['print', 'labels'],
    ['on', 'off', 'group', 'tags', 'remove'],
  ]);
  expect(names(verbs.slice(0, 6), false)[0]).toEqual(['print', 'labels', 'on', 'off', 'group']);
  expect(names(verbs.slice(2), false)).toEqual([['on', 'off', 'group', 'tags', 'remove'], []]);
});

test('the room that columns leave goes to the one that asks for it, else to the one that names the row', () => {
  const [ip, location, device] = [
    { key: 'ip' },
    { key: 'location', isGrowing: true },
    { key: 'device', isGrowing: true },
  ];
  expect(growingColumn([ip, location, device])).toBe(device);
  expect(growingColumn([ip, location])).toBe(location);
  expect(growingColumn([ip])).toBe(ip);
  expect(growingColumn([{ key: 'number', width: 130 }, ip])).toBeUndefined();
});

test('a range of the filters stands in the row with both its ends', () => {
  const kinds = (...all: ('equals' | 'from' | 'to')[]) => all.map((kind) => ({ kind }));
  expect(wholeRanges(kinds('equals', 'equals', 'from', 'to'), 3)).toBe(4);
  expect(wholeRanges(kinds('equals', 'from', 'to', 'equals'), 3)).toBe(3);
});
