import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { readProductFile } from '../import/read-product-file.ts';
import { settleLines } from '../import/settle-lines.ts';
import { type Disk, runUntilKilled } from '../testing/killed-runs.ts';
import { type Mall, startMall } from '../testing/start-mall.ts';
import { exportProducts } from './mount-export.ts';

setDefaultTimeout(120_000);

const PRODUCTS = 1_700;
/** Products that are added at one moment: places are told apart by their ids then. */
const AT_ONCE = 600;

let mall: Mall;
beforeAll(async () => {
  mall = await startMall();
  await mall.addCategory('家具');
  const lines = Array.from({ length: PRODUCTS }, (_, at) => `E${at},Chair ${at},家具,1`);
  const text = ['external_id,title,category,price', ...lines].join('\n');
  const file = await readProductFile(new TextEncoder().encode(text));
  for await (const portion of file.portions(AT_ONCE)) {
    await settleLines(mall.t.context, portion);
    mall.t.clock.set(new Date(mall.t.clock.now() + 1_000));
  }
});
afterAll(() => mall?.t.dispose());

test('an export that is killed goes on where it was, with each product once', async () => {
  const run = (disk: Disk, killedAfter?: number) =>
    runUntilKilled<Parameters<typeof exportProducts>[1]['input']>(mall, {
      input: {},
      disk,
      killedAfter,
      work: (one) => exportProducts(mall.t.context, one),
    });
  const whole: Disk = { text: '' };
  await run(whole);
  expect(whole.text.trim().split('\n')).toHaveLength(PRODUCTS + 1);
  const disk: Disk = { text: '' };
  const firsts: (number | undefined)[] = [];
  for (const killedAfter of [2, 2, undefined]) firsts.push((await run(disk, killedAfter))[0]);
  expect(firsts).toEqual([0, 500, 1_000]);
  expect(disk.text).toBe(whole.text);
});
