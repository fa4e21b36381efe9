import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { authorFolder } from '../author-folder.ts';
import { runWaypost } from '../command-line.ts';
import { axeViolations } from '../e2e/axe.ts';
import { openScreen, settle, until } from '../e2e/browser.ts';
import { openPlace, type Place } from '../e2e/place.ts';
import { shows } from '../e2e/shows.ts';
import { startProduct } from '../product.ts';
import { makeRole, operatorWith, roleOf } from '../security/role-people.ts';

/**
 * "A role that may do less" of docs/plugins/parts.md, followed to the letter by a plugin that is written, packed and
 * installed from outside: what its customers see, and what an operator ticks for a role that is made afterwards.
 */
const LIMIT = 300_000;
const home = mkdtempSync(join(tmpdir(), 'waypost-recipe-'));
const folder = join(home, 'shelves');
let place: Place;
let root: Api;

const guide = readFileSync(join(import.meta.dir, '../../docs/plugins/parts.md'), 'utf8');
const chapter = guide.slice(guide.indexOf('### A role that may do less'));
const recipe = /```ts\n([\s\S]*?)```/.exec(chapter)?.[1] ?? '';

const LOCALES = ['zh-CN', 'en-US', 'sw-KE'] as const;
/** Word files of a screen: each key with its text in Chinese, English and Swahili. */
const words = (screen: string, texts: Record<string, readonly [string, string, string]>) =>
  LOCALES.map((locale, at): [string, string] => [
    `${screen}/${locale}.json`,
    JSON.stringify(
      Object.fromEntries(Object.entries(texts).map(([key, languages]) => [key, languages[at]])),
      null,
      2,
    ),
  ]);
const FILES: [string, string][] = [
  [
    'server.ts',
    `import { definePlugin } from '@waypost/sdk';
import { shelf } from './screens/shelf_list/resource.ts';

export const plugin = definePlugin({
  id: 'shelves',
  setup(context) {
    context.resource(shelf);
    ${recipe}
  },
});
`,
  ],
  [
    'screens/shelf_list/resource.ts',
    `import { defineResource, field } from '@waypost/contract';
import { z } from 'zod';

export const shelf = defineResource({
  name: 'shelves.shelf',
  area: 'shelf_list',
  title: 'name',
  access: 'all',
  fields: { name: field(z.string().min(1).max(60), { list: true, search: true }) },
});
`,
  ],
  [
    'screens/shelf_catalogue/page.tsx',
    `import { ResourceList } from '@waypost/host-sdk';
import { shelf } from '../shelf_list/resource.ts';
import { shows } from '../e2e/shows.ts';

export function Page() {
  return <ResourceList resource={shelf} />;
}
`,
  ],
  ...words('screens/shelf_list', {
    'menu.shelf_list': ['书架', 'Shelves', 'Rafu'],
    'shelves.shelf.title': ['书架', 'Shelves', 'Rafu'],
    'shelves.shelf.name': ['名称', 'Name', 'Jina'],
    'shelves.shelf.create': ['新建书架', 'New shelf', 'Rafu mpya'],
    'log.noun.shelves.shelf': ['书架', 'Shelf', 'Rafu'],
  }),
  ...words('screens/shelf_catalogue', { 'menu.shelf_catalogue': ['目录', 'Catalogue', 'Orodha'] }),
];

async function waypost(dataDir: string, ...line: string[]): Promise<void> {
  const { code, error, out } = await runWaypost(dataDir, line, {
    ...(process.env.MONGODB_URI ? { MONGODB_URI: process.env.MONGODB_URI } : {}),
  });
  expect({ line, code, said: code === 0 ? '' : error + out }).toEqual({ line, code: 0, said: '' });
}

async function packRecipe(archive: string): Promise<void> {
  expect(recipe).toContain('shelf_catalogue');
  await waypost(home, 'plugin', 'new', 'shelves', '--folder', folder);
  rmSync(join(folder, 'screens/shelves_item'), { recursive: true });
  for (const [path, text] of FILES) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const manifest = join(folder, 'plugin.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('shelves_item', 'shelf_list'));
  await authorFolder(folder).install();
  await waypost(home, 'plugin', 'pack', folder, '--output', archive);
}

beforeAll(async () => {
  const archive = join(home, 'shelves.waypost.tgz');
  [place] = await Promise.all([openPlace(() => startProduct()), packRecipe(archive)]);
  const { product } = place;
  root = await signIn(product.origin, product.administrator);
  await waypost(product.dataDir, 'plugin', 'install', archive, '--grant', 'all');
  await until('the plugin answers', async () => {
    const { status } = await root.call('shelf_list/add', { name: 'Poetry' });
    return status === 200;
  });
}, LIMIT);
afterAll(async () => {
  await place?.close();
  rmSync(home, { recursive: true, force: true });
}, LIMIT);

test(
  'customers have the catalogue and see its rows, and nothing on it that they may not do',
  async () => {
    const { product } = place;
    const credentials = await createAccount(product, { account: 'reader1', role: 'customer' });
    const { page, faults } = await place.open(credentials);
    await openScreen(page, product.origin, 'shelf_catalogue');
    await page.getByRole('row', { name: /Poetry/ }).waitFor();
    await settle(page);
    for (const name of [/New shelf/, /Edit/, /Delete/])
      await shows(page.getByRole('main').getByRole('button', { name }), { count: 0 });
    const menu = page.getByRole('navigation');
    // The list of the staff stands on the right that customers have as well.
    for (const name of ['Catalogue', 'Shelves'])
      await menu.getByRole('link', { name, exact: true }).first().waitFor();
    const api = await signIn(product.origin, credentials);
    expect((await api.call('shelf_list/inquire')).status).toBe(200);
    const { content } = (await root.call<{ content: { id: string }[] }>('shelf_list/inquire')).content;
    const refused = await api.call('shelf_list/update', { id: content[0]?.id, version: 1, name: 'Mine' });
    expect([refused.status, (await api.call('shelf_list/add', { name: 'Mine' })).status]).toEqual([403, 403]);
    expect(faults).toEqual([]);
  },
  LIMIT,
);

test(
  'a role that is made afterwards gets the screen and the rows by ticks below the catalogue',
  async () => {
    const { product } = place;
    const role = await makeRole(root, 'Readers', []);
    const { page, faults } = await place.open(product.administrator);
    await openScreen(page, product.origin, `role?id=${role}`);
    await page.getByRole('searchbox', { name: 'Search screens, buttons, rights' }).fill('Catalogue');
    const row = (name: string | RegExp) => page.getByRole('treeitem', { name });
    await row(/^Catalogue/).press('ArrowRight');
    await shows(row('Open the screen'), { attribute: ['aria-checked', 'false'] });
    await row('See').press(' ');
    // What is seen on a screen brings the screen along.
    for (const name of ['See', 'Open the screen'])
      await shows(row(name), { attribute: ['aria-checked', 'true'] });
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save rights' }).click();
    const both = ['shelves.catalogue:read', 'shelves.shelf:read'];
    await until('the rights are stored', async () =>
      Bun.deepEquals((await roleOf(root, role)).permissions, both),
    );
    await operatorWith(product, root, { account: 'reads.much', role });
    const { page: own } = await place.open({ account: 'reads.much', password: 'readsmuch1Own' });
    await openScreen(own, product.origin, 'shelf_catalogue');
    await own.getByRole('row', { name: /Poetry/ }).waitFor();
    await shows(own.getByRole('button', { name: 'New shelf' }), { count: 0 });

    // What was opened and looked for is there still after saving.
    await row('See').press(' ');
    await page.getByRole('button', { name: 'Save rights' }).click();
    await until('the rows are taken', async () =>
      Bun.deepEquals((await roleOf(root, role)).permissions, ['shelves.catalogue:read']),
    );
    await own.reload();
    await own.getByRole('alert').filter({ hasText: 'forbidden' }).waitFor();
    expect(faults).toEqual([]);
  },
  LIMIT,
);
