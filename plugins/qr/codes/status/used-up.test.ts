import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { AccountStates, PluginContext, VisitTotals } from '@waypost/sdk';
import type { Person, TestPlugin } from '@waypost/sdk/testing';
import { startCodes } from '../../testing/start-codes.ts';
import { statusOf } from './rules.ts';
import { markUsedUp } from './used-up.ts';

const accounts: AccountStates = {
  isActive: async () => true,
  names: async () => ({}),
  isCustomer: async () => true,
  domainQuota: async () => null,
  emails: async () => ({}),
  contacts: async () => ({}),
  find: async () => [],
};
const NO_VISITS: VisitTotals = {
  view_number: 0,
  ip_view_number: 0,
  bot_view_number: 0,
  expired_view_number: 0,
  last_time: null,
};

setDefaultTimeout(60_000);
let t: TestPlugin;
let owner: Person;
beforeAll(async () => {
  t = await startCodes({ accounts });
  owner = await t.person('owner');
});
afterAll(() => t?.dispose());

const call = <T>(name: string, body: object) => t.call<T>(`qr_code_list/${name}`, body, { as: owner });
const add = (body: object) =>
  call<{ id: string }>('add', { name: 'Voucher', targets: [{ url: 'https://example.com/' }], ...body });
const expired = async () =>
  (await call<{ content: { id: string }[] }>('inquire', { status: 'expired' })).content.map(({ id }) => id);
/** Looks as if so many people had come to each code. */
const look = (views: Readonly<Record<string, number>>) => {
  const totals = async (ids: readonly string[]) =>
    new Map(ids.map((id) => [id, { ...NO_VISITS, view_number: views[id] ?? 0 }]));
  const visits = { value: Object.create(t.context.visits, { totals: { value: totals } }) };
  const context = Object.create(t.context, { visits }) as PluginContext;
  return markUsedUp(context, { aborted: false });
};

test('lists find the codes whose visits are used up, until their limit is raised; nothing else of them changes', async () => {
  const [full, open, free] = [
    await add({ expires_after: 2 }),
    await add({ expires_after: 3, expired_target: 'https://example.com/over' }),
    await add({}),
  ];
  const views = { [full.id]: 2, [open.id]: 2, [free.id]: 99 };
  await look(views);
  expect(await expired()).toEqual([full.id]);
  expect(await call<{ version: number }>('details', { id: full.id })).toMatchObject({ version: 1 });
  expect(await call<object>('details', { id: full.id })).not.toHaveProperty('used_up_at');
  await call('update', { id: full.id, version: 1, name: 'Voucher of May' });
  expect(await expired()).toEqual([full.id]);
  await call('batch_update', { ids: [full.id, open.id], expires_after: 5 });
  expect(await expired()).toEqual([]);
  await call('update', { id: open.id, version: 2, expires_after: 1 });
  await look(views);
  expect(await expired()).toEqual([open.id]);
});

test('a limit is at least one visit, and the end an address that visitors may be sent to', async () => {
  for (const body of [
    { expires_after: 0 },
    { expires_after: 1.5 },
    { expired_target: 'javascript:alert(1)' },
  ])
    await expect(add(body)).rejects.toMatchObject({ code: 'invalid_input' });
});

test('a code is expired by whichever comes first, and frozen before that', () => {
  const code = { state: 'on', expires_after: 2, expires_at: '2030-01-01T00:00:00Z' } as const;
  expect(statusOf({ ...code, view_number: 1 }, 0)).toBe('on');
  expect(statusOf({ ...code, view_number: 2 }, 0)).toBe('expired');
  expect(statusOf({ ...code, view_number: 1 }, Date.UTC(2031, 0, 1))).toBe('expired');
  expect(statusOf({ ...code, view_number: 2, is_frozen: true }, 0)).toBe('frozen');
});
