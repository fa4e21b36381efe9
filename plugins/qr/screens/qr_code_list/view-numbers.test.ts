import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { addDays } from '@waypost/contract';
import { type PluginContext, todayOf } from '@waypost/sdk';
import type { Person, TestPlugin } from '@waypost/sdk/testing';
import { dayNumber } from '../../statistics/range.ts';
import { startCodes } from '../../testing/start-codes.ts';
import { codeResource } from './resource.ts';
import { createViewNumbers } from './view-numbers.ts';

setDefaultTimeout(60_000);
let t: TestPlugin;
let owner: Person;
let views: Record<string, number> = {};
/** Codes whose totals were read. */
let asked: string[] = [];

beforeAll(async () => {
  t = await startCodes();
  owner = await t.person('owner');
});
afterAll(() => t?.dispose());

/** Visits of some days: all are of today, where nothing else is said. */
let days: Record<number, Record<string, number>> | undefined;
function sumOf(first: number, last: number): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [day, came] of Object.entries(days ?? { [dayNumber(todayOf(t.context))]: views }))
    if (Number(day) >= first && Number(day) <= last)
      for (const [link, count] of Object.entries(came)) sums[link] = (sums[link] ?? 0) + count;
  return sums;
}

/** A process of its own, to which so many people seem to have come to each code today. */
function process() {
  const rest = { ip_view_number: 0, bot_view_number: 0, expired_view_number: 0, last_time: null };
  const totals = async (ids: readonly string[]) => {
    asked.push(...ids);
    return new Map(ids.map((id) => [id, { ...rest, view_number: views[id] ?? 0 }]));
  };
  const links: PluginContext['visits']['links'] = async (_scope, { first, last }) =>
    Object.entries(sumOf(first, last)).map(([link, view_number]) => ({
      link,
      view_number,
      new_visitor_number: 0,
      bot_view_number: 0,
    }));
  const visits = {
    value: Object.create(t.context.visits, { totals: { value: totals }, links: { value: links } }),
  };
  return createViewNumbers(Object.create(t.context, { visits }) as PluginContext);
}

const going = { aborted: false };
const names = async (sort_order: 'asc' | 'desc') =>
  (
    await t.call<{ content: { name: string }[] }>(
      'qr_code_list/inquire',
      { sort_field: 'view_number', sort_order },
      { as: owner },
    )
  ).content.map(({ name }) => name);

test('lists are sorted by visits, those of before and those that came since; nothing else of a code changes', async () => {
  const add = async (name: string) =>
    (
      await t.call<{ id: string }>(
        'qr_code_list/add',
        { name, targets: [{ url: 'https://example.com/' }] },
        { as: owner },
      )
    ).id;
  const [few, many] = [await add('few'), await add('many'), await add('none')];
  views = { [few]: 2, [many]: 11 };
  const write = process();
  await write(going);
  expect(await names('desc')).toEqual(['many', 'few', 'none']);
  expect(await names('asc')).toEqual(['none', 'few', 'many']);
  const before = await t.rows(codeResource).all();

  views = { [few]: 12, [many]: 11, ['f'.repeat(24)]: 7 };
  asked = [];
  await write(going);
  expect(await names('desc')).toEqual(['few', 'many', 'none']);
  // Not of those that nobody has come to since.
  expect(asked).toContain(few);
  expect(asked).not.toContain(many);
  const after = await t.rows(codeResource).all();
  expect(after).toEqual(
    before.map((code) => (String(code._id) === few ? { ...code, view_number: 12 } : code)),
  );
});

test('a process that has just begun puts right what it did not see come', async () => {
  views = {};
  await process()(going);
  expect((await t.rows(codeResource).all()).map(({ view_number }) => view_number)).toEqual([0, 0, 0]);
});

test('as many visits on a day as two days before are seen, though the days that are looked at sum up alike', async () => {
  const [code] = await t.rows(codeResource).all();
  const id = String(code?._id);
  const today = todayOf(t.context);
  const [before, now, next] = [-1, 0, 1].map((more) => dayNumber(addDays(today, more)));
  days = { [before ?? 0]: { [id]: 1 }, [now ?? 0]: { [id]: 2 } };
  views = { [id]: 3 };
  const write = process();
  await write(going);
  t.clock.set(new Date(t.clock.now() + 86_400_000));
  days = { ...days, [next ?? 0]: { [id]: 1 } };
  views = { [id]: 4 };
  await write(going);
  expect(await t.rows(codeResource).find(id)).toMatchObject({ view_number: 4 });
});
