import { beforeEach, describe, expect, test } from 'bun:test';
import { AppError } from '@waypost/contract';
import type { HostDay, OwnerDay, PluginContext } from '@waypost/sdk';
import { listSummary, summaryTotals } from './service.ts';

const ANNA = 'a1'.repeat(12);
const BEN = 'b2'.repeat(12);
const NAMES: Record<string, string> = { [ANNA]: 'anna', [BEN]: 'ben' };
const NONE = { ip_view_number: 0, new_visitor_number: 0, bot_view_number: 0, expired_view_number: 0 };
const TODAY = 20_260_503;
const SPAN = { range: 'custom', first_day: '2026-05-02', last_day: '2026-05-03' } as const;

let sums: OwnerDay[] = [];
let hosts: HostDay[] = [];
let asked: unknown;
beforeEach(() => {
  sums = [
    { ...NONE, owner: ANNA, day: TODAY, view_number: 5, ip_view_number: 2 },
    { ...NONE, owner: BEN, day: TODAY, view_number: 9, expired_view_number: 4 },
    { ...NONE, owner: ANNA, day: TODAY - 1, view_number: 20, bot_view_number: 3 },
    { ...NONE, owner: ANNA, day: TODAY - 9, view_number: 1_000 },
  ];
});
const within = ({ first, last }: { first: number; last: number }, { day }: { day: number }) =>
  day >= first && day <= last;
const CODES = [
  { _id: 'c1', domain: 'go.example' },
  { _id: 'c2', domain: 'go.example' },
  // One that has left its domain, and one that was purged.
  { _id: 'c3', domain: '' },
  { _id: 'c4', domain: 'go.example' },
  // One that names the platform's own address.
  { _id: 'c5', domain: 'qr.example' },
];
const context = {
  clock: { now: () => Date.parse('2026-05-03T12:00:00+08:00') },
  platform: { timeZone: 'Asia/Shanghai', publicUrl: 'https://qr.example:8443' },
  require: () => ({
    names: async (ids: readonly string[]) =>
      Object.fromEntries(ids.flatMap((id) => (NAMES[id] === undefined ? [] : [[id, NAMES[id]]]))),
  }),
  model: () => ({ find: () => ({ lean: async () => CODES }) }),
  collection: () => ({ find: () => ({ lean: async () => [{ link: 'c4' }] }) }),
  visits: {
    ownerDays: async (range) => sums.filter((sum) => within(range, sum)),
    uniqueAddresses: async ({ owner }) => (owner === undefined ? 77 : 7),
    hostDays: async (range, links) => {
      asked = links;
      return hosts.filter((sum) => within(range, sum));
    },
  } satisfies Partial<PluginContext['visits']> as unknown,
} as unknown as PluginContext;
const list = (wish: Parameters<typeof listSummary>[1]) => listSummary(context, wish);

describe('by customer', () => {
  test('each day of a customer is a row, the newest first, with most visits first within a day', async () => {
    const { content, count } = await list(SPAN);
    expect(count).toBe(3);
    expect(content.map(({ name, owner, day, view_number }) => [name, owner, day, view_number])).toEqual([
      ['ben', BEN, '2026-05-03', 9],
      ['anna', ANNA, '2026-05-03', 5],
      ['anna', ANNA, '2026-05-02', 20],
    ]);
  });

  test('it is sorted by any figure, paged and searched by account', async () => {
    const wish = { ...SPAN, sort_field: 'view_number', sort_order: 'asc', page_size: 1 } as const;
    const second = await list({ ...wish, page: 2 });
    expect([second.count, second.content.map(({ view_number }) => view_number)]).toEqual([3, [9]]);
    const found = await list({ ...wish, search: ' ANN' });
    expect([found.count, found.content[0]?.view_number]).toEqual([2, 5]);
    expect((await list({ ...wish, search: '.*' })).count).toBe(0);
  });

  test('one whose account is gone has a row without a name', async () => {
    sums = [{ ...NONE, owner: 'c3'.repeat(12), day: TODAY, view_number: 1 }];
    expect((await list(SPAN)).content).toMatchObject([{ name: '', view_number: 1 }]);
    expect((await list(SPAN)).content[0]).not.toHaveProperty('owner');
  });

  test('totals are of all rows; addresses are those of the range, of one customer where one was found', async () => {
    expect(await summaryTotals(context, SPAN)).toMatchObject({
      view_number: 34,
      bot_view_number: 3,
      expired_view_number: 4,
      group_number: 2,
      ip_view_number: 77,
      first_day: '2026-05-02',
      last_day: '2026-05-03',
      today: '2026-05-03',
    });
    const totals = (search: string) => summaryTotals(context, { ...SPAN, search });
    expect(await totals('anna')).toMatchObject({ view_number: 25, ip_view_number: 7 });
    expect(await totals('n')).toMatchObject({ view_number: 34, ip_view_number: null });
    expect(await totals('nobody')).toMatchObject({ view_number: 0, ip_view_number: 0, group_number: 0 });
  });
});

test('by domain codes are summed up by where they stand, and the platform’s own has its name', async () => {
  const { ip_view_number: _, ...none } = NONE;
  hosts = [
    { ...none, host: '', day: TODAY, view_number: 3 },
    { ...none, host: 'go.example', day: TODAY, view_number: 8 },
  ];
  const rows = async (search?: string) =>
    (await list({ by: 'domain', range: 'today', search })).content.map(
      ({ name, view_number, ip_view_number }) => [name, view_number, ip_view_number],
    );
  expect(await rows()).toEqual([
    ['go.example', 8, null],
    ['qr.example', 3, null],
  ]);
  expect(asked).toEqual({ 'go.example': ['c1', 'c2'] });
  expect(await rows('QR.')).toEqual([['qr.example', 3, null]]);
  const { content } = await list({ by: 'domain', range: 'today' });
  expect(content.map(({ id }) => id)).toEqual([`${TODAY}:go.example`, `${TODAY}:qr.example`]);
});

test('a range that is too long, or none, is said at its field', async () => {
  const faultOf = async (wish: Parameters<typeof listSummary>[1]) => {
    const error = await list(wish).catch((caught: unknown) => caught);
    return error instanceof AppError ? [error.code, error.errors?.map(({ path }) => path)] : error;
  };
  expect(await faultOf({ range: '90_days' })).toEqual(['invalid_input', ['range']]);
  for (const days of [
    { first_day: '2026-01-01', last_day: '2025-01-01' },
    { first_day: '2026-01-01', last_day: '2026-02-01' },
  ])
    expect(await faultOf({ range: 'custom', ...days })).toEqual(['invalid_input', ['first_day']]);
});
