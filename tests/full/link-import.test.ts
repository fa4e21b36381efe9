import { afterAll, beforeAll, expect, test } from 'bun:test';
import { OperationStatus } from '@waypost/contract';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { endOf } from '../operations.ts';
import { type Product, startProduct } from '../product.ts';
import { visitsMeanwhile } from './figures/visits-meanwhile.ts';

/**
 * The customer's measure is 100,000 short links of a file within a minute while visits go on: the figures are printed.
 * `WAYPOST_LINKS=100000` is that; the short form is a file of several pieces as well.
 */
const LINES = Number(process.env.WAYPOST_LINKS ?? 30_000);
/** Longest that a busy machine may take, milliseconds. */
const LIMIT_MS = 1_200_000;
const PIECE = 590_000;

let product: Product;
let owner: Api;
beforeAll(async () => {
  product = await startProduct();
  owner = await signIn(
    product.origin,
    await createAccount(product, { account: 'lina.large', role: 'customer' }),
  );
}, 180_000);
afterAll(() => product?.stop(), 120_000);

test('a large file of links is made into them while every visit is answered', async () => {
  const added = await owner.call<{ short_code: string }>('qr_code_list/add', {
    name: 'Visited meanwhile',
    jump_type: 6,
    targets: [{ url: 'https://example.com/' }],
  });
  const file = Buffer.from(
    Array.from(
      { length: LINES },
      (_, at) => `https://shop.example/product/${at}?from=mail,Product ${at}`,
    ).join('\n'),
  );
  let upload: string | undefined;
  for (let at = 0; at < file.length; at += PIECE) {
    const data = file.subarray(at, at + PIECE).toString('base64');
    const body = upload === undefined ? { data } : { data, upload };
    upload = (await owner.call<{ upload: string }>('short_qr_code_list/upload', body)).content.upload;
  }
  const { answer, took, visits } = await visitsMeanwhile(
    `${product.origin}/${added.content.short_code}`,
    async () => {
      const { id } = (await owner.call<{ id: string }>('short_qr_code_list/import', { upload })).content;
      return endOf(owner, id, LIMIT_MS);
    },
  );
  console.info(`${LINES} short links in ${(took / 1000).toFixed(1)} s, ${visits}`);
  expect(answer).toMatchObject({ status: OperationStatus.completed, done: LINES });
  const { count } = (
    await owner.call<{ count: number }>('qr_code_list/user_inquire', { is_short_link: true })
  ).content;
  expect(count).toBe(LINES);
  const asked = performance.now();
  await owner.call('qr_code_list/user_inquire', { is_short_link: true, page: 1, page_size: 20 });
  console.info(`the first page of their list: ${Math.round(performance.now() - asked)} ms`);
}, 1_500_000);
