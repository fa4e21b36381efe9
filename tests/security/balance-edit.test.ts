import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createAccount } from '../accounts.ts';
import { type Api, seal, signIn } from '../api.ts';
import { commandOutcome } from '../command-line.ts';
import { giveSecondFactor } from '../second-factor.ts';
import { auditOf } from './people.ts';
import { openWorld, type World } from './world.ts';

// Processes, hashes and a busy machine.
setDefaultTimeout(180_000);
let world: World;
let last = 0;

interface Bill {
  available: string;
  held: string;
  count: number;
  content: { seq: number; type: string; before: string; change: string; after: string; remark: string }[];
}
const newKey = () => `balance-edit-key-${++last}`;
async function somebody(): Promise<string> {
  const password = await seal(world.root, 'Given12345', 'user', 'add', 'password');
  last += 1;
  return (await world.root.call<{ id: string }>('user/add', { account: `money.${last}`, password })).content
    .id;
}
const edit = (api: Api, id: string, amount: string, more: Record<string, unknown> = {}) =>
  api.call('user/edit_balance', { id, amount, remark: 'paid in cash', key: newKey(), ...more });
const refusalOf = ({ status, body }: Awaited<ReturnType<typeof edit>>) => [
  status,
  body.status ? undefined : body.code,
];
const billOf = async (id: string) => (await world.root.call<Bill>('user/bill', { id })).content;

beforeAll(async () => {
  world = await openWorld();
}, 180_000);

test('a positive amount adds, a negative one subtracts, and the bill says why', async () => {
  const id = await somebody();
  expect((await edit(world.root, id, '12.5')).content).toEqual({ available: '12.50' });
  expect((await edit(world.root, id, '-2.000001', { remark: 'taken back' })).status).toBe(200);
  const { content, ...rest } = await billOf(id);
  expect(rest).toEqual({ available: '10.499999', held: '0.00', count: 2 });
  expect(
    content.map(({ seq, type, before, change, after, remark }) => [seq, type, before, change, after, remark]),
  ).toEqual([
    [2, 'system.balance_edit', '12.50', '-2.000001', '10.499999', 'taken back'],
    [1, 'system.balance_edit', '0.00', '12.50', '12.50', 'paid in cash'],
  ]);
  const row = await world.root.call<{ balance: string }>('user/details', { id });
  expect(row.content.balance).toBe('10.499999');
});

test('nobody has less than nothing, and nothing is changed for what is no amount or has no reason', async () => {
  const id = await somebody();
  await edit(world.root, id, '3');
  const refused = await edit(world.root, id, '-3.000001');
  expect(refusalOf(refused)).toEqual([409, 'ledger_insufficient']);
  for (const amount of ['0', '-0', '1e3', '1,5', '0.0000001', ' ', '+-1', '٣', '9'.repeat(19), '0x10', 'NaN'])
    expect([amount, (await edit(world.root, id, amount)).status]).toEqual([amount, 422]);
  for (const wrong of [
    { amount: 5 },
    { amount: { $gt: '' } },
    { remark: '  ' },
    { remark: 'x'.repeat(501) },
    { key: 'short' },
  ])
    expect([wrong, (await edit(world.root, id, '1', wrong)).status]).toEqual([wrong, 422]);
  expect((await billOf(id)).available).toBe('3.00');
});

test('pressed twice, or sent twenty times at once, it is done once and told once in the audit log', async () => {
  const id = await somebody();
  const key = newKey();
  const sent = await Promise.all(Array.from({ length: 20 }, () => edit(world.root, id, '4', { key })));
  expect(sent.map(({ content }) => content)).toEqual(sent.map(() => ({ available: '4.00' })));
  const other = await edit(world.root, id, '5', { key });
  expect(refusalOf(other)).toEqual([409, 'ledger_key_used']);
  expect(await billOf(id)).toMatchObject({ available: '4.00', count: 1 });
  const told = (await auditOf(world.product, id)).filter(({ type }) => type === 'system.user.edit_balance');
  expect(told).toHaveLength(1);
  expect(told[0]).toMatchObject({
    after: JSON.stringify({ balance: '4.00', change: '4.00', remark: 'paid in cash' }),
  });
});

test('whoever has not the right to it changes and reads nobody’s money; nobody changes the own', async () => {
  const id = await somebody();
  for (const api of [world.agent, world.ben]) {
    expect((await edit(api, id, '1')).status).toBe(403);
    expect((await api.call('user/bill', { id })).status).toBe(403);
  }
  const root = (await world.root.call<{ user_info: { id: string } }>('administrator/profile')).content
    .user_info.id;
  const own = await world.root.call('administrator/edit_balance', {
    id: root,
    amount: '1',
    remark: 'mine',
    key: newKey(),
  });
  expect(refusalOf(own)).toEqual([409, 'own_balance']);
  expect((await world.root.call('user/bill', { id: root })).status).toBe(404);
});

test('wants a code from an operator who has a second factor: a stolen session gives nobody money', async () => {
  const id = await somebody();
  const giver = await createAccount(world.product, { account: 'money.giver', role: 'administrator' });
  const api = await signIn(world.product.origin, giver);
  const codeOf = await giveSecondFactor(api, giver.password);
  expect(refusalOf(await edit(api, id, '1'))).toEqual([403, 'second_factor_required']);
  expect((await billOf(id)).count).toBe(0);
  const send = (code: string) =>
    api.call(
      'user/edit_balance',
      { id, amount: '1', remark: 'paid in cash', key: newKey() },
      { 'x-second-factor': code },
    );
  expect(refusalOf(await send('aaaaa-aaaaa'))).toEqual([403, 'second_factor_wrong']);
  expect((await send(codeOf(1))).content).toEqual({ available: '1.00' });
});

test('doctor looks at the ledger', async () => {
  const { out } = await commandOutcome(world.product, ['doctor', '--json']);
  const checks = JSON.parse(out) as { name: string; ok: boolean; found: string }[];
  expect(checks.find(({ name }) => name === 'ledger')).toMatchObject({ ok: true });
});
