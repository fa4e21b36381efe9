import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type MonitorDesk, openMonitorDesk } from '../../monitor-desk.ts';
import { type Product, startProduct } from '../../product.ts';
import { until } from '../../until.ts';

setDefaultTimeout(240_000);
const KILLS = 3;

let product: Product;
let desk: MonitorDesk;
beforeAll(async () => {
  product = await startProduct();
  desk = await openMonitorDesk(product);
}, 240_000);
afterAll(() => product?.stop(), 60_000);

const aggregator = async () => (await desk.state()).processes.find(({ kind }) => kind === 'aggregator');

test('a process that ends before it reaches the store, again and again, has as many restarts on the screen', async () => {
  await until('it has spoken', aggregator, { everyMs: 1_000 });
  let last = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const pid = await until('it is started', () => {
      const { aggregator: found } = product.childPids();
      return found !== undefined && found !== last && found;
    });
    process.kill(pid, 'SIGKILL');
    last = pid;
  }
  const restarts = await until(
    'the one that lives has said so',
    async () => {
      const found = await aggregator();
      return found !== undefined && found.pid !== last && found.restarts > 0 && found.restarts;
    },
    { withinMs: 120_000, everyMs: 1_000 },
  );
  expect(restarts).toBe(KILLS);
});
