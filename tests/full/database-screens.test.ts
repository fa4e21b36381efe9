import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mongo } from 'mongoose';
import type { Page } from 'playwright-core';
import { parseEnvironment, storeUri } from '../../runtime/process/environment.ts';
import { type Credentials, createAccount } from '../accounts.ts';
import { signIn } from '../api.ts';
import { openScreen } from '../e2e/browser.ts';
import { looking } from '../e2e/look.ts';
import { openPlace, type Place } from '../e2e/place.ts';
import { shows } from '../e2e/shows.ts';
import type { Product } from '../product.ts';
import { giveSecondFactor } from '../second-factor.ts';

// Somebody who runs the platform sees what keeps the database busy, ends it with a code, and finds it among what was slow.

setDefaultTimeout(180_000);
const LIMIT = { timeout: 60_000 };
const look = looking('database');

let place: Place;
let product: Product;
let page: Page;
let faults: string[];
let operator: Credentials;
let codeAt: (steps: number) => string;
let client: mongo.MongoClient;

beforeAll(async () => {
  place = await openPlace();
  ({ product } = place);
  operator = await createAccount(product, { account: 'dan.database', role: 'administrator' });
  ({ page, faults } = await place.open(operator));
  const api = await signIn(product.origin, operator);
  // What is slow is noted from the first minute after a start on, or once somebody looks.
  expect((await api.call('mysql_time_consuming/state')).status).toBe(200);
  codeAt = await giveSecondFactor(api, operator.password);
  const uri = storeUri(parseEnvironment({ DATA_DIR: product.dataDir, MONGODB_URI: process.env.MONGODB_URI }));
  client = await new mongo.MongoClient(uri, { appName: 'monthly report', directConnection: true }).connect();
  await client
    .db()
    .collection('report')
    .insertMany(Array.from({ length: 4000 }, (_, n) => ({ n, phone: `139${n}` })));
}, 240_000);
afterAll(async () => {
  await client?.db().collection('report').drop();
  await client?.close();
  await place?.close();
});

/** Minutes of work, were it not ended. Answers the code with which it fails. */
const endless = (): Promise<unknown> =>
  client
    .db()
    .collection('report')
    .aggregate([
      { $match: { phone: { $ne: '13800138000' } } },
      { $project: { many: { $range: [0, 100_000] } } },
      { $unwind: '$many' },
      { $group: { _id: { $mod: ['$many', 7] }, sum: { $sum: '$many' } } },
    ])
    .toArray()
    .then(
      () => undefined,
      (error: { code?: unknown }) => error.code,
    );

test('what keeps the database busy is seen, and ended after a question and a code', async () => {
  const outcome = endless();
  const session = client.startSession();
  session.startTransaction();
  await client
    .db()
    .collection<{ n: number }>('report')
    .updateOne({ n: 1 }, { $inc: { n: 1000 } }, { session });
  await openScreen(page, product.origin, 'mysql_lock');
  const row = page.getByRole('row').filter({ hasText: 'Reading · report' });
  await row.getByText('monthly report').waitFor(LIMIT);
  const open = page
    .getByRole('row')
    .filter({ hasText: 'Open transaction' })
    .filter({ hasText: 'monthly report' });
  await open.waitFor(LIMIT);
  await look(page, 'running');
  await shows(open, { contains: 'report 1' });
  await shows(page.getByText('13800138000'), { count: 0 });
  await row.getByRole('button', { name: /^End: / }).click(LIMIT);
  const question = page.getByRole('dialog');
  await question.getByText('End “Reading · report”?').waitFor(LIMIT);
  await look(page, 'question');
  await question.getByRole('button', { name: 'End', exact: true }).click(LIMIT);
  const code = page.getByRole('dialog').getByRole('textbox');
  await code.fill(codeAt(1), LIMIT);
  await page.keyboard.press('Enter');
  await page.getByText('It has ended.').waitFor(LIMIT);
  expect(await outcome).toBe(11601);
  await row.waitFor({ ...LIMIT, state: 'detached' });
  await session.abortTransaction();
  await session.endSession();
});

test('afterwards it stands among what was slow, by what was asked', async () => {
  await openScreen(page, product.origin, 'mysql_time_consuming');
  const row = page.getByRole('row').filter({ hasText: 'aggregate report' });
  await row.getByText('Whole collection').waitFor(LIMIT);
  await look(page, 'slow');
  await row.getByRole('link', { name: 'aggregate report' }).click(LIMIT);
  const drawer = page.getByRole('dialog');
  await drawer.getByText('COLLSCAN').waitFor(LIMIT);
  await look(page, 'details');
  await page.keyboard.press('Escape');
  await drawer.waitFor({ ...LIMIT, state: 'detached' });
  await page.getByRole('button', { name: 'Settings', exact: true }).click(LIMIT);
  await page.getByLabel('Slow from, milliseconds').waitFor(LIMIT);
  await look(page, 'settings');
  await page.keyboard.press('Escape');
  // Asked for a code first: that is the refusal of the call without one.
  expect(faults.filter((fault) => !fault.includes('/api/mysql_lock/kill'))).toEqual([]);
});
