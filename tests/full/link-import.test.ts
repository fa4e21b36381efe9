import { afterAll, beforeAll, expect, test } from 'bun:test';
import { OperationStatus } from '@waypost/contract';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { endOf } from '../operations.ts';
import { type Product, startProduct } from '../product.ts';

/** The customer's measure is 100,000 short links of a file within a minute while visits go on: the figures are printed. */
const LINES = 100_000;
/** Longest that a busy machine may take, milliseconds. */
const LIMIT_MS = 1_200_000;
const PIECE = 590_000;
/** Visits a second, one after the other. */
const PAUSE_MS = 10;

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

test('100,000 links are made of a file while every visit is answered', async () => {
  const added = await owner.call<{ short_code: string }>('qr_code_list/add', {
    ...{ name: 'Visited meanwhile', jump_type: 6, targets: [{ url: 'https://example.com/' }] },
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
  const begin = performance.now();
  const { id } = (await owner.call<{ id: string }>('short_qr_code_list/import', { upload })).content;
  const waits: number[] = [];
  let isOver = false;
  const visiting = (async () => {
    while (!isOver) {
      const asked = performance.now();
      const answer = await fetch(`${product.origin}/${added.content.short_code}`, { redirect: 'manual' });
      expect(answer.status).toBe(302);
      waits.push(performance.now() - asked);
      await Bun.sleep(PAUSE_MS);
    }
  })();
  const operation = await endOf(owner, id, LIMIT_MS).finally(() => {
    isOver = true;
  });
  const took = performance.now() - begin;
  await visiting;
  waits.sort((left, right) => left - right);
  const at = (share: number) => Math.round((waits[Math.floor(waits.length * share)] ?? 0) * 10) / 10;
  console.info(
    `${LINES} short links in ${(took / 1000).toFixed(1)} s, ${waits.length} visits meanwhile: median ${at(0.5)} ms, p99 ${at(0.99)} ms`,
  );
  expect(operation).toMatchObject({ status: OperationStatus.completed, done: LINES });
  const { count } = (
    await owner.call<{ count: number }>('qr_code_list/user_inquire', { is_short_link: true })
  ).content;
  expect(count).toBe(LINES);
  const asked = performance.now();
  await owner.call('qr_code_list/user_inquire', { is_short_link: true, page: 1, page_size: 20 });
  console.info(`the first page of their list: ${Math.round(performance.now() - asked)} ms`);
}, 1_500_000);
