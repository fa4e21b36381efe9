import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Person } from '@waypost/sdk/testing';
import { readPdf } from '@waypost/sdk/testing';
import fc from 'fast-check';
import english from '../screens/bill/en-US.json' with { type: 'json' };
import { operationRun } from '../testing/operation-run.ts';
import { startWallet } from '../testing/start-wallet.ts';
import { daysOf } from './period.ts';
import { openStatement } from './statement.ts';
import { writeCsv } from './write-csv.ts';
import { pagesFor, writePdf } from './write-pdf.ts';

// What somebody hands to a bookkeeper: a line that is missing there is money that nobody accounts for.
setDefaultTimeout(240_000);
let it: Awaited<ReturnType<typeof startWallet>>;
let ada: Person;
let ben: Person;
let root: Person;
beforeAll(async () => {
  it = await startWallet({ now: '2026-03-05T04:00:00.000Z' });
  ada = await it.t.person('ada.lovelace', { role: 'customer' });
  ben = await it.t.person('ben.seller', { role: 'customer' });
  root = await it.t.person('root.person', { role: 'administrator' });
});
afterAll(() => it?.t.dispose());

let last = 0;
async function move(account: string, amount: string, remark: string, time: string) {
  it.t.clock.set(time);
  const opposite = amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
  last += 1;
  await it.t.context.ledger.transfer({
    key: `move/${last}`,
    type: amount.startsWith('-') ? 'wallet.order' : 'wallet.deposit',
    remark,
    postings: [
      { account, amount },
      { account: 'wallet.counter', amount: opposite },
    ],
  });
}

const words: Record<string, string> = { ...english, 'bill.wallet.order': 'Order' };
const aRun = () => operationRun(words);

const days = { first_day: '2026-02-01', last_day: '2026-02-28' };
function statementOf(person: Person) {
  const { ledger, platform } = it.t.context;
  return openStatement(
    { ledger, platform: { ...platform, timeZone: 'Asia/Shanghai' } },
    { owner: person.id, account: person.account, ...days },
  );
}

test('a month begins and ends where its days do, and says what there was before and is after it', async () => {
  // In Shanghai it is February from 16:00 of the day before.
  await move(ada.id, '5000000', 'January', '2026-01-31T15:59:59.999Z');
  await move(ada.id, '2000000', '=HYPERLINK("http://evil.example")', '2026-01-31T16:00:00.000Z');
  await move(ada.id, '-1500000', '订单 备注', '2026-02-14T04:00:00.000Z');
  await move(ada.id, '-250000', 'the last', '2026-02-28T15:59:59.999Z');
  await move(ada.id, '1000000', 'March', '2026-02-28T16:00:00.000Z');
  const statement = await statementOf(ada);
  expect([statement.opening, statement.closing, statement.count]).toEqual(['5000000', '5250000', 3]);
  const { run, bytes } = aRun();
  await writeCsv(it.t.context, run, { statement, name: 'x' });
  const lines = bytes().toString().trim().split('\r\n');
  expect(lines.slice(1)).toEqual([
    `2,2026-02-01 00:00:00,wallet.deposit,5.00,2.00,,7.00,"'=HYPERLINK(""http://evil.example"")"`,
    '3,2026-02-14 12:00:00,Order,7.00,,1.50,5.50,订单 备注',
    '4,2026-02-28 23:59:59,Order,5.50,,0.25,5.25,the last',
  ]);
});

test('the PDF has the same lines, in letters of every language, and sums', async () => {
  const { run, bytes } = aRun();
  await writePdf(run, { statement: await statementOf(ada), name: 'x', now: '2026-03-05T04:00:00.000Z' });
  const { pages, text } = readPdf(bytes());
  expect(pages).toBe(1);
  for (const part of [
    ...['ada.lovelace', '2026-02-01 – 2026-02-28 · Asia/Shanghai', '5.00 USDT', '5.25 USDT'],
    ...['订单 备注', '-1.50', '+2.00', '2026-02-28 23:59:59', 'Page 1 of 1', 'In altogether', '1.75 USDT'],
  ])
    expect(text).toContain(part);
  expect(text).not.toContain('March');
});

test('however many lines there are, the pages are as many as each of them says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(260), async (count) => {
      const line = {
        id: '',
        account: '',
        currency: 'USDT' as const,
        seq: 1,
        type: 'wallet.order',
        journal: '',
        change: '-1',
        before: '2',
        after: '1',
        remark: 'x',
        time: '2026-02-14T04:00:00.000Z',
      };
      const statement = {
        account: 'a',
        ...days,
        timeZone: 'UTC',
        opening: '0',
        closing: '0',
        count,
        async *portions() {
          yield Array.from({ length: count }, (_, seq) => ({ ...line, seq }));
        },
      };
      const { run, bytes, progress } = aRun();
      await writePdf(run, { statement, name: 'x', now: line.time });
      const { pages, text } = readPdf(bytes());
      expect(pages).toBe(pagesFor(count));
      expect(text).toContain(`Page ${pages} of ${pages}`);
      expect(progress.at(-1)).toBe(count);
    }),
    { numRuns: 25 },
  );
});

test('a customer has the own statement written, and nobody else’s; operators anybody’s, which is written down', async () => {
  const start = (as: Person, body: object = {}) =>
    it.t.call<{ id: string }>('bill/statement', { period: 'last_month', format: 'pdf', ...body }, { as });
  expect(await start(ada)).toMatchObject({ id: expect.any(String) });
  for (const account of [ben.id, 'f'.repeat(24)])
    await expect(start(ada, { account })).rejects.toMatchObject({ status: 404 });
  expect(await start(root, { account: ada.id })).toMatchObject({ id: expect.any(String) });
});

test('ranges that are none are refused at their field', async () => {
  const start = (body: object) =>
    it.t.call('bill/statement', { period: 'range', format: 'csv', ...body }, { as: ada });
  for (const [body, path] of [
    [{}, 'first_day'],
    [{ first_day: '2026-02-01' }, 'last_day'],
    [{ first_day: '2026-02-02', last_day: '2026-02-01' }, 'last_day'],
    [{ first_day: '2024-01-01', last_day: '2026-02-01' }, 'last_day'],
    [{ first_day: '2026-02-31', last_day: '2026-03-01' }, 'first_day'],
  ] as const)
    expect(
      await start(body).catch((error) => error.errors.map((one: { path: string }) => one.path)),
    ).toContain(path);
});

test('this month ends today, the last one with its last day', () => {
  const of = (period: 'this_month' | 'last_month', today: string) => Object.values(daysOf({ period }, today));
  expect(of('this_month', '2026-03-05')).toEqual(['2026-03-01', '2026-03-05']);
  expect(of('last_month', '2026-03-05')).toEqual(['2026-02-01', '2026-02-28']);
  expect(of('last_month', '2026-01-31')).toEqual(['2025-12-01', '2025-12-31']);
});
