import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import type { Product } from '../product.ts';
import { shareProduct } from '../shared-product.ts';

interface Day {
  day: string;
  view_number: number;
  hours: number[];
  top_links: { link: string; name: string }[];
}

/** Milliseconds that statistics may be behind (docs/product.md, promise 2), and some for a busy machine. */
const STATISTICS_LIMIT = 40_000;

setDefaultTimeout(180_000);

let product: Product;
let administrator: Api;
let operator: Api;
let owner: Api;
let other: Api;

beforeAll(async () => {
  product = await shareProduct();
  administrator = await signIn(product.origin, product.administrator);
  const person = async (account: string, role: 'administrator' | 'customer') =>
    signIn(product.origin, await createAccount(product, { account, role }));
  operator = await person('day-operator', 'administrator');
  owner = await person('day-owner', 'customer');
  other = await person('day-other', 'customer');
}, 180_000);

const figures = async (api: Api, body: object = {}) =>
  (await api.call<Day>('today_statistics/inquire', body)).content;

test('the day shows the visits under the name of the code, and only to its owner and to operators', async () => {
  const targets = [{ url: 'https://example.com/' }];
  const made = await owner.call<{ id: string; short_code: string }>('qr_code_list/add', {
    name: 'Of the day',
    targets,
  });
  const { id: link, short_code } = made.content;
  await fetch(`${product.origin}/${short_code}`, { redirect: 'manual' });
  const deadline = performance.now() + STATISTICS_LIMIT;
  let day = await figures(owner, { link });
  while (day.view_number === 0 && performance.now() < deadline) {
    await Bun.sleep(100);
    day = await figures(owner, { link });
  }
  expect(day.view_number).toBe(1);
  expect(day.hours.reduce((sum, hour) => sum + hour, 0)).toBe(1);
  expect(day.top_links).toMatchObject([{ link, name: 'Of the day' }]);
  for (const [api, count] of [
    [other, 0],
    [administrator, 1],
    [operator, 1],
  ] as const)
    expect((await figures(api, { link })).view_number).toBe(count);
});
