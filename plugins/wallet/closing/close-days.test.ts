import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { startWallet } from '../testing/start-wallet.ts';
import { closeDay } from './close-day.ts';
import { closeDays } from './mount-closing.ts';
import { closingResource } from './resource.ts';

setDefaultTimeout(60_000);
let it: Awaited<ReturnType<typeof startWallet>>;
beforeAll(async () => {
  it = await startWallet({ now: '2026-03-06T10:00:00.000Z' });
});
afterAll(() => it?.t.dispose());

test('a later day that an operator closes first leaves no day before it open', async () => {
  const { context } = it.t;
  for (const day of ['2026-03-01', '2026-03-04']) await closeDay(context, { day });
  await closeDays(context, { aborted: false });
  const closed = await context.model(closingResource).find().sort({ day: 1 }).lean();
  expect(closed.map(({ day }) => day)).toEqual(['01', '02', '03', '04', '05'].map((day) => `2026-03-${day}`));
});
