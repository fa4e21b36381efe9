import { afterEach, expect, setDefaultTimeout, test } from 'bun:test';
import { ENTITLEMENTS, type Entitlements } from '@waypost/sdk';
import type { TestPlugin } from '@waypost/sdk/testing';
import { NO_LIMITS } from '../../plans/values.ts';
import { startWallet } from '../../testing/start-wallet.ts';
import { offersCall } from '../buy_vip_combo/calls.ts';
import { limitsWithoutPlanCall, updateLimitsWithoutPlan } from './calls.ts';

setDefaultTimeout(60_000);
let t: TestPlugin;
afterEach(() => t?.dispose());

test('what customers without a plan may have is changed at once, by one of two who change it, and is in the log', async () => {
  ({ t } = await startWallet());
  const root = await t.person('root.person', { role: 'administrator' });
  const ada = await t.person('ada.lovelace');
  expect(await t.call(limitsWithoutPlanCall, {}, { as: root })).toEqual({
    version: 0,
    limits: NO_LIMITS,
    looser: [],
  });
  const limits = { ...NO_LIMITS, codes: 2, visits: 0 };
  const change = (version: number, as = root) => t.call(updateLimitsWithoutPlan, { version, limits }, { as });
  expect(await change(0)).toEqual({ version: 1, limits });
  await expect(change(0)).rejects.toMatchObject({ code: 'stale_version', status: 409 });
  await expect(change(1, ada)).rejects.toMatchObject({ status: 403 });
  const entitlements = t.context.require<Entitlements>(ENTITLEMENTS, '^1');
  expect(await entitlements?.limitsOf(ada.id)).toEqual(limits);
  const { membership } = await t.call(offersCall, {}, { as: ada });
  expect(membership.limits).toEqual(limits);
  expect(await t.audit()).toMatchObject([
    { type: 'wallet.limits_without_plan.update', before: NO_LIMITS, after: limits },
  ]);
});
