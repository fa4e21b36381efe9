import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { OperationStatus } from '@waypost/contract';
import { createAccount } from '../../../tests/accounts.ts';
import { type Api, signIn } from '../../../tests/api.ts';
import { processorTime } from '../../../tests/full/figures/processor-time.ts';
import { visitsMeanwhile } from '../../../tests/full/figures/visits-meanwhile.ts';
import { endOf } from '../../../tests/operations.ts';
import { type Product, startProduct } from '../../../tests/product.ts';

/** A long file of products while visits go on: the figures are printed. */
setDefaultTimeout(1_500_000);
/** `WAYPOST_IMPORTED=100000` is the long form, as many as a file may have. */
const LINES = Number(process.env.WAYPOST_IMPORTED ?? 10_000);
/** Longest that a busy machine may take, milliseconds. */
const LIMIT_MS = 1_200_000;
/** By which the memory of the process that answers visits may grow, megabytes. */
const MOST_GROWN_MB = 450;
const PIECE = 590_000;

let product: Product;
let operator: Api;
beforeAll(async () => {
  product = await startProduct();
  const account = await createAccount(product, { account: 'olga.large', role: 'administrator' });
  operator = await signIn(product.origin, account);
  const parent = await operator.call<{ id: string }>('mall_category/add', { title: '家具' });
  await operator.call('mall_category/add', { title: '椅子', superior: parent.content.id });
  await operator.call('mall_brand/add', { title: 'Oak & Sons' });
}, 240_000);
afterAll(() => product?.stop(), 120_000);

const HEAD =
  'external_id,title,category,brand,price,lowest_price,stock,model,properties,cover_images,description,link';
const lineOf = (at: number, price: number) =>
  [
    ...[
      `SKU-${at}`,
      `亚麻椅子 Product ${at}`,
      '家具 / 椅子',
      'Oak & Sons',
      `${(at % 900) + price}.90`,
      '8.50',
    ],
    ...[at % 500, `M-${at % 99}`, '"颜色: 白; Size: L; Material: oak"', `https://pictures.example/${at}.png`],
    ...[
      `"A chair of oak, number ${at}, for people who sit long. 结实耐用。"`,
      `https://shop.example/p/${at}`,
    ],
  ].join(',');

async function upload(price: number): Promise<string> {
  const lines = Array.from({ length: LINES }, (_, at) => lineOf(at, price));
  const file = Buffer.from([HEAD, ...lines].join('\n'));
  let id: string | undefined;
  for (let at = 0; at < file.length; at += PIECE) {
    const data = file.subarray(at, at + PIECE).toString('base64');
    const body = id === undefined ? { data } : { data, upload: id };
    id = (await operator.call<{ upload: string }>('mall_product/upload', body)).content.upload;
  }
  return id ?? '';
}

const megabytes = (pid: number | undefined): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;

/** Brings a file, and prints what it cost. */
async function bring(name: string, code: string, price: number): Promise<void> {
  const id = await upload(price);
  const { runtime } = product.childPids();
  const [memory, processor] = [megabytes(runtime), processorTime(product)];
  let most = memory;
  const looking = setInterval(() => {
    most = Math.max(most, megabytes(runtime));
  }, 250);
  const { answer, took, visits } = await visitsMeanwhile(`${product.origin}/${code}`, async () => {
    const started = await operator.call<{ id: string }>('mall_product/import', { upload: id });
    return endOf(operator, started.content.id, LIMIT_MS);
  }).finally(() => clearInterval(looking));
  const core = (processorTime(product) - processor) / 1_000;
  const grown = most - memory;
  console.info(
    `${LINES} products ${name} in ${(took / 1_000).toFixed(1)} s, ${core.toFixed(1)} s of a core, ${grown.toFixed(0)} MB more; ${visits}`,
  );
  expect(answer).toMatchObject({ status: OperationStatus.completed, done: LINES });
  expect(grown).toBeLessThan(MOST_GROWN_MB);
}

test('a long file of products is brought, and brought again with other prices, while every visit is answered', async () => {
  const { content } = await operator.call<{ short_code: string }>('qr_code_list/add', {
    name: 'Visited meanwhile',
    jump_type: 6,
    targets: [{ url: 'https://example.com/' }],
  });
  await bring('added', content.short_code, 9);
  await bring('changed', content.short_code, 10);
  const { count } = (await operator.call<{ count: number }>('mall_category/inquire', { search: '椅子' }))
    .content;
  expect(count).toBe(1);
});
