import { beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { MenuNode, PluginOverview } from '@waypost/contract/platform';
import { MENU_ICONS } from '../../host/shell/layout/menu-icons.tsx';
import { type MenuEntry, menuEntries } from '../../host/shell/menu/menu.ts';
import { signIn } from '../api.ts';
import type { Product } from '../product.ts';
import { shareProduct } from '../shared-product.ts';

let product: Product;
beforeAll(async () => {
  product = await shareProduct();
}, 180_000);

/** Groups are lines between icons in a narrow menu; what has nothing below it is an icon. */
const iconsOf = (entries: readonly MenuEntry[]): MenuEntry[] =>
  entries.flatMap((entry) => (entry.children.length > 0 ? iconsOf(entry.children) : [entry]));

test('in a menu of icons alone each screen has one of its own: two that look alike cannot be told apart', async () => {
  const api = await signIn(product.origin, product.administrator);
  const { content } = await api.call<{ tree_menu_arr: MenuNode[] }>('menu/tree');
  const screens = iconsOf(menuEntries(content.tree_menu_arr)).map(({ path, icon }) => ({ path, icon }));
  expect(screens.length).toBeGreaterThan(10);
  expect(screens.filter(({ icon }) => !MENU_ICONS.includes(icon))).toEqual([]);
  const alike = screens.filter(({ icon, path }) =>
    screens.some((other) => other.icon === icon && other.path !== path),
  );
  expect(alike).toEqual([]);
});

test('each plugin of ours has an icon of its own beside its name', async () => {
  const api = await signIn(product.origin, product.administrator);
  const { content } = await api.call<{ content: PluginOverview[] }>('plugins/inquire');
  const icons = content.content.map(({ icon }) => icon);
  expect(icons.length).toBeGreaterThan(6);
  expect(icons.filter((icon) => !MENU_ICONS.includes(icon))).toEqual([]);
  expect(new Set(icons).size).toBe(icons.length);
});

test('an author reads the names of the icons in docs/plugins/parts.md', async () => {
  const text = await Bun.file(join(import.meta.dir, '../../docs/plugins/parts.md')).text();
  const [, list = ''] = text.match(/`icon` of a menu node is one of (.*?); another\s+name/s) ?? [];
  expect([...list.matchAll(/`([\w-]+)`/g)].map(([, name]) => name)).toEqual([...MENU_ICONS]);
});
