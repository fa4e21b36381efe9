import { expect, setDefaultTimeout, test } from 'bun:test';
import { startMall } from '../testing/start-mall.ts';

setDefaultTimeout(120_000);

test('a picture of before is shown under the name that products know it by', async () => {
  const mall = await startMall();
  const picture = { _id: 'a'.repeat(32), data: btoa('a PNG'), time: new Date() };
  expect(await mall.t.migrate({ from: 1, documents: { mall_picture: [picture] } })).toEqual([2]);
  const reader = await mall.t.person('rita.reader', { permissions: ['mall.picture:read'] });
  const read = mall.t.call('mall_picture/read', { picture: picture._id }, { as: reader });
  expect(await read).toEqual({ data: picture.data });
  await mall.t.dispose();
});
