import { describe, expect, test } from 'bun:test';
import { defineResource, field, zTime } from '@waypost/contract';
import { toStoredTimes } from '@waypost/sdk';
import fc from 'fast-check';
import { z } from 'zod';
import { queryFilters, querySort } from './query.ts';
import { toWireRow } from './row.ts';
import { toWireValue } from './time-fields.ts';

const resource = defineResource({
  name: 'x.thing',
  area: 'thing',
  title: 'name',
  fields: {
    name: field(z.string(), { filter: 'contains', search: true, sort: true }),
    until: field(zTime.nullable(), { filter: 'range' }),
    state: field(z.enum(['on', 'off']), { filter: 'in' }),
  },
  access: 'own',
});

describe('list queries', () => {
  test('a text is found by itself whatever it is made of', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, maxLength: 30 }), async (text) => {
        const [filter] = (await queryFilters(resource, { name: text })) as { name: { $regex: string } }[];
        expect(new RegExp(filter?.name.$regex ?? '', 'i').test(`before${text}after`)).toBe(true);
        expect(new RegExp(`^${filter?.name.$regex}$`).test(text) || text.includes('\n')).toBe(true);
      }),
    );
  });

  test('times become Dates, and an empty search narrows nothing', async () => {
    const time = '2030-01-01T00:00:00Z';
    expect(await queryFilters(resource, { until_from: time, state: ['on'], search: '  ' })).toEqual([
      { until: { $gte: new Date(time) } },
      { state: { $in: ['on'] } },
    ]);
  });

  test('what is the default of a field finds rows, too, that are older than the field', async () => {
    const bulb = defineResource({
      name: 'x.bulb',
      area: 'bulb',
      title: 'name',
      fields: {
        name: field(z.string(), { filter: 'equals', default: '' }),
        is_lit: field(z.boolean(), { filter: 'equals', default: true }),
        colour: field(z.enum(['red', 'blue']), { filter: 'in', default: 'red' }),
        maker: field(z.string().nullable(), { filter: 'equals', default: null }),
      },
      access: 'all',
    });
    const find = (query: Record<string, unknown>) => queryFilters(bulb, query);
    expect(await find({ is_lit: true })).toEqual([{ is_lit: { $in: [true, null] } }]);
    expect(await find({ is_lit: false })).toEqual([{ is_lit: { $eq: false } }]);
    expect(await find({ colour: ['blue', 'red'] })).toEqual([{ colour: { $in: ['blue', 'red', null] } }]);
    expect(await find({ colour: ['blue'], maker: 'Osram' })).toEqual([
      { colour: { $in: ['blue'] } },
      { maker: { $eq: 'Osram' } },
    ]);
    const old = {
      _id: 'a'.repeat(24),
      version: 1,
      create_time: new Date(0),
      update_time: new Date(0),
      name: 'Old',
    };
    expect(toWireRow(bulb, old as never)).toMatchObject({
      name: 'Old',
      is_lit: true,
      colour: 'red',
      maker: null,
    });
    expect(toWireRow(bulb, { ...old, is_lit: false } as never)).toMatchObject({ is_lit: false });
  });

  test('a value that is not stored stands for what its resource says, and for nothing when nobody asks', async () => {
    const late = defineResource({
      name: 'x.late',
      area: 'late',
      title: 'name',
      fields: {
        name: field(z.string()),
        status: field(z.enum(['late', 'due']), { stored: false, write: 'none', filter: 'equals' }),
      },
      access: 'all',
    });
    const filters = { status: (value: unknown) => ({ days: { $gt: value === 'late' ? 0 : 1 } }) };
    expect(await queryFilters(late, { status: 'late' }, filters)).toEqual([{ days: { $gt: 0 } }]);
    expect(await queryFilters(late, {}, filters)).toEqual([]);
    const search = async (text: unknown) => ({ name: { $gte: String(text) } });
    expect(await queryFilters(late, { search: ' anna ' }, { search })).toEqual([{ name: { $gte: 'anna' } }]);
  });

  test('every order ends with the id, so that pages do not overlap', () => {
    expect(querySort(resource, {})).toEqual({ create_time: -1, _id: -1 });
    expect(querySort(resource, { sort_field: 'name' })).toEqual({ name: 1, _id: 1 });
    const unique = defineResource({
      name: 'x.unique',
      area: 'unique',
      title: 'name',
      fields: { name: field(z.string(), { sort: true, unique: true }) },
      access: 'all',
    });
    // Its own index is the order: with the id behind it there would be none.
    expect(querySort(unique, { sort_field: 'name', sort_order: 'desc' })).toEqual({ name: -1 });
  });
});

test('times go into the store as Dates and come out as ISO texts, at any depth', () => {
  const time = '2030-01-01T00:00:00.000Z';
  expect(toStoredTimes(resource, { until: time, name: time })).toEqual({ until: new Date(time), name: time });
  expect(toStoredTimes(resource, { until: null })).toEqual({ until: null });
  expect(toWireValue({ a: [{ b: new Date(time) }], c: 1 })).toEqual({ a: [{ b: time }], c: 1 });
});
