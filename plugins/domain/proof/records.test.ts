import { afterEach, expect, test } from 'bun:test';
import type { TestPlugin } from '@waypost/sdk/testing';
import { domainResource } from '../screens/domain_list/resource.ts';
import { startDomains } from '../testing/start-domains.ts';
import { aliasMayBeOthers } from './records.ts';

let t: TestPlugin;
afterEach(() => t?.dispose());

test('an alias that somebody has set for their own claim proves the name for nobody who claims it afterwards', async () => {
  ({ t } = await startDomains());
  const claim = async (account: string) => {
    const as = await t.person(account);
    const { id } = await t.call<{ id: string }>('domain_list/add', { name: 'shop.example.com' }, { as });
    t.clock.set(new Date(t.clock.now() + 1_000));
    const row = await t.rows(domainResource).find(id);
    if (row === undefined) throw new Error('the claim is not there');
    return row;
  };
  const [first, later] = [await claim('ada.lovelace'), await claim('ben.okri')];
  const mayBeOthers = await aliasMayBeOthers(t.context, [first, later]);
  expect([mayBeOthers(first), mayBeOthers(later)]).toEqual([false, true]);
  // One that is proved loses nothing by a claim.
  expect(mayBeOthers({ ...later, state: 'proved' })).toBe(false);
});
