import { beforeAll, expect, test } from 'bun:test';
import type { MenuNode } from '@waypost/contract/platform';
import { menuEntries, screensOf, tabRows } from '../../host/shell/menu/menu.ts';
import { type Credentials, createAccount } from '../accounts.ts';
import { signIn } from '../api.ts';
import type { Product } from '../product.ts';
import { shareProduct } from '../shared-product.ts';

const MAX_TABS = 7;
let product: Product;
beforeAll(async () => {
  product = await shareProduct();
}, 180_000);

async function menuOf(who: Credentials): Promise<MenuNode[]> {
  const api = await signIn(product.origin, who);
  return (await api.call<{ tree_menu_arr: MenuNode[] }>('menu/tree')).content.tree_menu_arr;
}

test.each([
  ['super', 12],
  ['administrator', 12],
  ['agent', 8],
  ['customer', 7],
] as const)(
  'the menu of a %s has at most %d entries, and no row of tabs is longer than it can be read',
  async (role, most) => {
    const tree = await menuOf(await createAccount(product, { account: `menu.${role}`, role }));
    expect(menuEntries(tree).length).toBeLessThanOrEqual(most);
    const rows = screensOf(tree).flatMap(({ path }) => tabRows(tree, path));
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.filter(({ tabs }) => tabs.length > MAX_TABS).map(({ group }) => group.name)).toEqual([]);
  },
);

test('a super administrator is not offered what customers do for themselves, and still gets there', async () => {
  const tree = await menuOf(product.administrator);
  const offered = screensOf(tree).map(({ path }) => path);
  for (const route of ['user_order', 'buy_vip_combo', 'balance_recharge', 'acting_withdrawal_list', 'home']) {
    expect(offered).not.toContain(`/customer/${route}`);
    expect(JSON.stringify(tree)).toContain(`"/customer/${route}"`);
  }
});
