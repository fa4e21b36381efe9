import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { OperationStatus } from '@waypost/contract';
import { mongo } from 'mongoose';
import { parseEnvironment, storeUri } from '../../runtime/process/environment.ts';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { runOperation } from '../operations.ts';
import { type Product, startProduct } from '../product.ts';
import { giveSecondFactor } from '../second-factor.ts';
import { readUntil } from '../until.ts';

setDefaultTimeout(180_000);

interface Work {
  id: string;
  name: string;
  state: string;
  program: string;
  asked_by: string;
  shape: string;
  holds: string;
  essential: string | null;
}

let product: Product;
let root: Api;
let client: mongo.MongoClient;
let database: mongo.Db;
let code: { id: string; short_code: string };

beforeAll(async () => {
  product = await startProduct();
  root = await signIn(product.origin, product.administrator);
  const uri = storeUri(parseEnvironment({ DATA_DIR: product.dataDir, MONGODB_URI: process.env.MONGODB_URI }));
  client = await new mongo.MongoClient(uri, { appName: 'a report', directConnection: true }).connect();
  database = client.db();
  await database
    .collection('report')
    .insertMany(Array.from({ length: 4000 }, (_, n) => ({ n, phone: `139${n}` })));
  const targets = [{ url: 'https://database.example/' }];
  code = (await root.call<typeof code>('qr_code_list/add', { name: 'Looked at', targets, jump_type: 6 }))
    .content;
});
afterAll(async () => {
  await client?.close();
  await product?.stop();
});

const look = async (api = root, query: object = {}): Promise<Work[]> =>
  (await api.call<{ content: Work[] }>('mysql_lock/inquire', { page_size: 200, with_own: true, ...query }))
    .content.content;
const whenSeen = async (isWanted: (one: Work) => boolean, api = root): Promise<Work> => {
  const found = await readUntil(
    async () => (await look(api)).find(isWanted),
    (one) => one !== undefined,
  );
  if (found === undefined) throw new Error('it was never seen');
  return found;
};
/** Minutes of work, were it not ended. */
const endless = () =>
  database
    .collection('report')
    .aggregate([
      { $match: { phone: { $ne: '13800138000' } } },
      { $project: { many: { $range: [0, 100_000] } } },
      { $unwind: '$many' },
      { $group: { _id: { $mod: ['$many', 7] }, sum: { $sum: '$many' } } },
    ])
    .toArray();
const codeOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => undefined,
    (error: { code?: unknown }) => error.code,
  );
const isReport = ({ program, shape }: Work) => program === 'a report' && shape.startsWith('pipeline');
const visit = async () =>
  (await fetch(`${product.origin}/${code.short_code}`, { redirect: 'manual' })).status;

test('a report that would run for minutes is seen without its values and ended; visits go on all the while', async () => {
  const outcome = codeOf(endless());
  const one = await whenSeen(isReport);
  expect(one).toMatchObject({ name: 'Reading · report', state: 'running', asked_by: '', essential: null });
  expect(JSON.stringify(one)).not.toContain('138001');
  expect(await Promise.all(Array.from({ length: 40 }, visit))).toEqual(Array(40).fill(302));
  const { content } = await root.call<{ is_gone: boolean }>('mysql_lock/kill', { id: one.id });
  expect(content.is_gone).toBe(true);
  expect(await outcome).toBe(11601);
  expect((await look()).filter(isReport)).toEqual([]);
  const again = await root.call('mysql_lock/kill', { id: one.id });
  expect([again.status, again.body]).toMatchObject([404, { code: 'not_found' }]);
  const entry = await readUntil(
    async () =>
      (
        await root.call<{ content: { content: string; target: string }[] }>('log/inquire', {
          type: 'system.database_work.kill',
        })
      ).content.content[0],
    (found) => found !== undefined,
  );
  expect(entry).toMatchObject({ target: one.id, content: expect.stringContaining('ended') });
});

test('whoever has a second factor is asked for a code of it, and nothing ends before', async () => {
  const operator = await createAccount(product, { account: 'dora.database', role: 'administrator' });
  const api = await signIn(product.origin, operator);
  const codeAt = await giveSecondFactor(api, operator.password);
  const outcome = codeOf(endless());
  const one = await whenSeen(isReport, api);
  const refused = await api.call('mysql_lock/kill', { id: one.id });
  expect([refused.status, refused.body]).toMatchObject([403, { code: 'second_factor_required' }]);
  expect((await look(api)).some(({ id }) => id === one.id)).toBe(true);
  const ended = await api.call('mysql_lock/kill', { id: one.id }, { 'x-second-factor': codeAt(1) });
  expect(ended.status).toBe(200);
  expect(await outcome).toBe(11601);
});

test('only operators see it, and the right to end it is one of its own', async () => {
  const customer = await createAccount(product, { account: 'carl.customer', role: 'customer' });
  const api = await signIn(product.origin, customer);
  for (const call of ['mysql_lock/inquire', 'mysql_time_consuming/inquire', 'mysql_time_consuming/state'])
    expect((await api.call(call)).status).toBe(403);
  expect((await api.call('mysql_lock/kill', { id: 'o-1-x' })).status).toBe(403);
});

test.each([{ id: '' }, { id: '1; drop' }, { id: { $ne: null } }, {}, { id: 'o-1-x', all: true }])(
  'what is no name of work is refused: %j',
  async (body) => {
    expect((await root.call('mysql_lock/kill', body)).status).toBe(422);
  },
);

test('a transaction that is left open is seen with what it holds and ended: its next statement hears 251', async () => {
  const session = client.startSession();
  session.startTransaction();
  const report = database.collection<{ n: number; phone: string }>('report');
  await report.updateOne({ n: 1 }, { $set: { phone: 'changed' } }, { session });
  const open = await whenSeen(({ state }) => state === 'open');
  expect(open).toMatchObject({ name: 'Open transaction', program: 'a report', essential: null });
  if (process.env.MONGODB_URI === undefined) expect(open.holds).toBe('report 1');
  expect((await look(root, { state: 'open' })).map(({ id }) => id)).toContain(open.id);
  expect((await root.call('mysql_lock/kill', { id: open.id })).status).toBe(200);
  expect(await codeOf(report.updateOne({ n: 1 }, { $set: { phone: 'again' } }, { session }))).toBe(251);
  await session.endSession();
  expect(await report.findOne({ n: 1 })).toMatchObject({ phone: '1391' });
});

test('the platform’s own work is marked and refused; ended from outside it comes back, and every visit is counted', async () => {
  expect((await look(root, { with_own: false })).filter(({ essential }) => essential !== null)).toEqual([]);
  // A look of a second ends by itself, and another one begins: some names are those of looks that are over.
  const refused = await readUntil(
    async () => {
      const feed = await whenSeen(({ essential }) => essential === 'change_feed');
      return (await root.call('mysql_lock/kill', { id: feed.id })).body;
    },
    (body) => 'code' in body && body.code !== 'not_found',
  );
  expect(refused).toMatchObject({ code: 'database_work_essential' });
  const admin = client.db('admin');
  let ended = 0;
  for (let round = 0; round < 40; round += 1) {
    expect(await visit()).toBe(302);
    const running = await admin.aggregate([{ $currentOp: { allUsers: true } }]).toArray();
    for (const { opid, lsid, appName } of running) {
      if (appName !== 'waypost aggregator' && appName !== 'waypost server') continue;
      await admin.command(opid === undefined ? { killSessions: [{ id: lsid.id }] } : { killOp: 1, op: opid });
      ended += 1;
    }
    await Bun.sleep(50);
  }
  expect(ended).toBeGreaterThan(0);
  const counted = await readUntil(
    async () =>
      (await root.call<{ view_number: number }>('qr_code_list/details', { id: code.id })).content.view_number,
    (views) => views === 80,
  );
  expect(counted).toBe(80);
  // The feed of links is there again: what is changed now reaches visits.
  await root.call('qr_code_list/update_url', { id: code.id, targets: [{ url: 'https://moved.example/' }] });
  const moved = await readUntil(
    async () =>
      (await fetch(`${product.origin}/${code.short_code}`, { redirect: 'manual' })).headers.get('location'),
    (location) => location === 'https://moved.example/',
  );
  expect(moved).toBe('https://moved.example/');
});

test('what takes long is listed by what was asked, with the call behind it, taken along and cleared', async () => {
  const { form } = (
    await root.call<{ form: { version: number; values: Record<string, number> } }>(
      'mysql_time_consuming/settings',
    )
  ).content;
  expect(form.values).toEqual({ slow_operation_ms: 200, slow_operation_days: 14 });
  const change = (slow_operation_ms: unknown, version: number) =>
    root.call('mysql_time_consuming/change_settings', { version, change: { slow_operation_ms } });
  for (const wrong of [-1, 1.5, 600_001, 'soon'])
    expect((await change(wrong, form.version)).status).toBe(422);
  expect((await change(1, form.version)).status).toBe(200);
  type Slow = { name: string; asked_by: string; count: number; program: string; way: string };
  const rows = async () => {
    await database.collection('report').find({ phone: '13900' }).toArray();
    await root.call('user_list/inquire', {});
    await root.call('mysql_time_consuming/state');
    return (await root.call<{ content: Slow[] }>('mysql_time_consuming/inquire', { page_size: 200 })).content
      .content;
  };
  const isOurs = ({ program, asked_by }: Slow) => program === 'waypost server' && asked_by.includes('/');
  const isTheirs = ({ name }: Slow) => name === 'find report';
  const found = await readUntil(rows, (all) => all.some(isOurs) && all.some(isTheirs));
  expect(found.find(isTheirs)).toMatchObject({ program: 'a report', asked_by: '', way: 'whole' });
  expect(JSON.stringify(found)).not.toContain('13900');
  const exported = await runOperation(root, 'async_operations/export', {
    area: 'mysql_time_consuming',
    call: 'inquire',
    body: {},
    title: 'Slow commands',
    columns: [{ path: 'name', title: 'Command' }],
  });
  expect(exported.status).toBe(OperationStatus.completed);
  const { version } = (await root.call<{ form: { version: number } }>('mysql_time_consuming/settings'))
    .content.form;
  expect((await change(0, version)).status).toBe(200);
  const { content } = await root.call<{ removed: number }>('mysql_time_consuming/clear');
  expect(content.removed).toBeGreaterThan(0);
  expect((await root.call<{ count: number }>('mysql_time_consuming/inquire')).content.count).toBe(0);
  expect((await root.call('mysql_time_consuming/state')).content).toMatchObject({ sight: 'off' });
});
