import { afterAll, beforeAll, expect, test } from 'bun:test';
import { signIn } from '../api.ts';
import { openChannel } from '../contract/realtime-client.ts';
import { type Product, startProduct } from '../product.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
}, 180_000);
afterAll(() => product?.stop(), 60_000);

test('a runtime that is killed closes channels that can be opened again with the same session', async () => {
  const { token = '' } = await signIn(product.origin, product.administrator);
  const follow = async () => {
    const channel = await openChannel(product.origin);
    channel.logIn(token);
    await channel.next(({ type, status }) => type === 1 && status);
    return channel;
  };
  const channel = await follow();
  const { runtime } = product.childPids();
  expect(runtime).toBeDefined();
  process.kill(runtime ?? 0, 'SIGKILL');
  await channel.closed;
  const deadline = performance.now() + 120_000;
  let again: Awaited<ReturnType<typeof follow>> | undefined;
  while (again === undefined && performance.now() < deadline)
    again = await follow().catch(() => Bun.sleep(100).then(() => undefined));
  expect(again?.isOpen()).toBe(true);
  again?.close();
}, 180_000);
