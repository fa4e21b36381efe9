import { afterAll, beforeAll, expect, test } from 'bun:test';
import { OperationStatus } from '@waypost/contract';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { endOf } from '../operations.ts';
import { type Product, startProduct } from '../product.ts';

/** The largest batch, cancelled on its way and made to its end: how long it took is printed. */
const SIZE = 10_000;
/** Longest that a busy machine may take, milliseconds. */
const LIMIT_MS = 1_200_000;
interface Batch {
  state: string;
  size: number;
  made: number;
}

let product: Product;
let owner: Api;
beforeAll(async () => {
  product = await startProduct();
  owner = await signIn(
    product.origin,
    await createAccount(product, { account: 'paul.prints', role: 'customer' }),
  );
}, 240_000);
afterAll(() => product?.stop(), 120_000);

const codes = (batch: string, page: number) =>
  owner.call<{ content: { batch_number: number; short_code: string }[]; count: number }>(
    'qr_code_list/inquire',
    { batch, page, page_size: 200, sort_field: 'batch_number', sort_order: 'asc' },
  );

test(
  'what was made of a cancelled batch stays, and the rest is made behind it: each number once',
  async () => {
    const begin = performance.now();
    const started = await owner.call<{ id: string; batch: string }>('print_batch/make', {
      name: 'Large',
      size: SIZE,
      has_claim_codes: true,
    });
    const { id, batch } = started.content;
    const now = async () => (await owner.call<Batch>('print_batch/details', { id: batch })).content;
    while ((await now()).made === 0) await Bun.sleep(50);
    await owner.call('async_operations/cancel', { id });
    expect(await endOf(owner, id, LIMIT_MS)).toMatchObject({ status: OperationStatus.abnormal });
    const stopped = await now();
    expect(stopped.state).toBe('stopped');
    expect(stopped.made).toBeLessThan(SIZE);
    expect((await codes(batch, 1)).content.count).toBe(stopped.made);
    // Two who go on at once make no code twice.
    const [first, second] = await Promise.all([
      owner.call<{ id: string }>('print_batch/make_rest', { id: batch }),
      owner.call<{ id: string }>('print_batch/make_rest', { id: batch }),
    ]);
    for (const { content } of [first, second])
      expect(await endOf(owner, content.id, LIMIT_MS)).toMatchObject({ status: OperationStatus.completed });
    console.log(`${SIZE} printed codes in ${Math.round(performance.now() - begin)} ms`);
    expect(await now()).toMatchObject({ state: 'ready', made: SIZE });
    const numbers: number[] = [];
    const names = new Set<string>();
    for (let page = 1; page <= SIZE / 200; page += 1)
      for (const { batch_number, short_code } of (await codes(batch, page)).content.content) {
        numbers.push(batch_number);
        names.add(short_code);
      }
    expect(numbers).toEqual(Array.from({ length: SIZE }, (_, at) => at + 1));
    expect(names.size).toBe(SIZE);
  },
  LIMIT_MS,
);
