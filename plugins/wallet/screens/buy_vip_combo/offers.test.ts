import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { startChain } from '../../../../tests/chain-place.ts';
import { planResource } from '../vip_combo/resource.ts';
import { offersCall } from './calls.ts';

setDefaultTimeout(60_000);
let place: Awaited<ReturnType<typeof startChain>> | undefined;
beforeAll(async () => {
  place = await startChain();
});
afterAll(() => place?.stop());

test('a transfer comes first among the ways to pay, which preselects it; limits are said beside the present ones', async () => {
  if (place === undefined) throw new Error('nothing was started');
  const { t } = place;
  const ada = await t.person('ada.lovelace');
  await t.rows(planResource).add({ name: 'Small', price: '10000000', days: 30, codes: 5, state: 'on' });
  const { pay_types, offers, membership, can_top_up } = await t.call(offersCall, {}, { as: ada });
  expect([pay_types, can_top_up]).toEqual([[1, 2], true]);
  expect([membership.limits.codes, offers[0]?.limits.codes]).toEqual([null, 5]);
});
