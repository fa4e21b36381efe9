import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { EVERYDAY_WORDS, SHELL_ROUTES } from '@waypost/contract';
import { createAccount } from '../accounts.ts';
import { signIn } from '../api.ts';
import { openWorld, routesOf, TARGETS, type World } from './world.ts';

const SHELL = join(import.meta.dir, '../../host/shell');
const SHORT_CODE = /^[0-9A-Za-z_-]{1,64}$/;

interface MenuNode {
  path: string;
  children: MenuNode[];
}

// Processes, designs and a busy machine.
setDefaultTimeout(180_000);

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 180_000);

const somebody = async (name: string) =>
  signIn(
    world.product.origin,
    await createAccount(world.product, { account: `${name}.names`, role: 'customer' }),
  );

/** Every name under which the running product answers or shows something. */
async function namesInUse(): Promise<string[]> {
  const calls = (await routesOf(world.product)).flatMap(({ path }) => path.split('/'));
  const { content } = await world.root.call<{ tree_menu_arr: MenuNode[] }>('menu/tree');
  const walk = (nodes: MenuNode[]): string[] =>
    nodes.flatMap(({ path, children }) => [
      // What operators have put into the menu may lead out of the product.
      ...(path.includes('://') ? [] : [path.split('/').at(-1) ?? '']),
      ...walk(children),
    ]);
  const router = await Bun.file(join(SHELL, 'app/router.tsx')).text();
  // A path that is written out there would be missing in the list.
  const paths = [...router.matchAll(/\bpath: (\S+),/g)].map(([, path]) => path as string);
  expect(paths.length).toBeGreaterThan(5);
  for (const path of paths) expect(path).toMatch(/^(?:'\/'|'\*'|`\/\$\{SHELL_ROUTES\.\w+\}`)$/);
  const manifests = await Promise.all(
    readdirSync(join(SHELL, '../../plugins')).map((id) =>
      Bun.file(join(SHELL, '../../plugins', id, 'plugin.json')).json(),
    ),
  );
  const published = manifests.flatMap((one: { areas: string[]; public_screens?: string[] }) => [
    ...one.areas,
    ...(one.public_screens ?? []),
  ]);
  return [
    ...new Set([...calls, ...walk(content.tree_menu_arr), ...Object.values(SHELL_ROUTES), ...published]),
  ]
    .filter((name) => name !== '' && !EVERYDAY_WORDS.has(name))
    .sort();
}

/** Routes of screens, here or not, and what the server answers beside the API. */
const FURTHER = [
  'access_log',
  'tron_transaction_summary',
  'mall_product_list',
  'vip_combo',
  'internal',
  'healthz',
  'plugins',
  'realtime',
  'favicon.ico',
  '.well-known',
  'index.html',
];

test('no route, call or file of the product can be had as a short code: its visitors would take the page for ours', async () => {
  const names = [...(await namesInUse()), ...FURTHER];
  expect(names).toContain('admin_login');
  expect(names).toContain('share_access');
  expect(names).toContain('customer');
  expect(names).toContain('today_statistics');
  expect(names.length).toBeGreaterThan(90);
  const had: string[] = [];
  // Each may ask so often in a minute, and what others of this world may do is theirs.
  const [quiet, loud] = [await somebody('quiet'), await somebody('loud')];
  for (const name of names) {
    for (const [api, short_code] of [
      [quiet, name],
      [loud, name.toUpperCase()],
    ] as const) {
      const answer = await api.call('qr_code_list/add', {
        name: 'Mine',
        targets: TARGETS,
        short_code,
      });
      const { code } = answer.body as { code?: string };
      const wanted = SHORT_CODE.test(name) ? 'qr.code_reserved' : 'invalid_input';
      if (answer.status !== 422 || code !== wanted) had.push(`${short_code}: ${answer.status} ${code}`);
    }
  }
  expect(had).toEqual([]);
}, 120_000);

test('the check of a wanted code says the same before anything is saved', async () => {
  const draft = await world.anna.call('qr_code_list/draft', { short_code: 'Share_Access' });
  expect([draft.status, (draft.body as { code?: string }).code]).toEqual([422, 'qr.code_reserved']);
});
