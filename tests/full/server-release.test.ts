import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../../runtime/process/run-program.ts';
import { projectRoot, runStep } from '../../scripts/process.ts';
import { archiveFolder } from '../../scripts/release/archive-folder.ts';
import { layOutServer } from '../../scripts/release/lay-out-server.ts';
import { type Api, signIn } from '../api.ts';
import { copyExample } from '../author-folder.ts';
import { runWaypost } from '../command-line.ts';
import { download, runOperation } from '../operations.ts';
import { type Product, startProduct } from '../product.ts';
import { until } from '../until.ts';

/** A server's folder as operators get it: packed, unpacked elsewhere, and run with nothing of this project in reach. */
const LIMIT = 300_000;
const home = mkdtempSync(join(tmpdir(), 'waypost-release-'));
const archive = join(home, 'waypost.tar.gz');
const server = join(home, 'opt/waypost');
let product: Product;
let api: Api;

beforeAll(async () => {
  expect(await runStep(['bun', join(projectRoot, 'host/shell/build.ts')])).toBe(0);
  await layOutServer(projectRoot, join(home, 'first'));
  await archiveFolder(join(home, 'first'), 'waypost', archive);
  mkdirSync(join(home, 'opt'));
  const { exitCode } = Bun.spawnSync(['tar', '-xzf', archive, '-C', join(home, 'opt')]);
  expect(exitCode).toBe(0);
  product = await startProduct({ server });
  api = await signIn(product.origin, product.administrator);
}, LIMIT);
afterAll(async () => {
  await product?.stop();
  rmSync(home, { recursive: true, force: true });
}, LIMIT);

/** The server's own command line, beside the product or for another data directory. */
const waypost = (...words: string[]) => waypostOf(product.dataDir, words);

async function waypostOf(
  dataDir: string,
  words: readonly string[],
): Promise<{ code: number; out: string; error: string }> {
  const { code, out, error } = await runProgram([join(server, 'waypost'), ...words], {
    cwd: home,
    env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, TIME_ZONE: product.timeZone },
  });
  return { code, out: out.trim(), error: error.trim() };
}

test('it has what a server runs, and nothing that pages are built with or tests need', () => {
  const packages = readdirSync(join(server, 'node_modules'));
  expect(packages).toEqual(expect.arrayContaining(['bun', 'mongoose', 'elysia', 'tar-stream', 'pngjs']));
  for (const name of [
    '@rspack',
    '@module-federation',
    '@arco-design',
    '@oven',
    '@biomejs',
    'react',
    'react-dom',
    'echarts',
    'playwright-core',
    'typescript',
    'knip',
    'fast-check',
  ])
    expect([name, packages.includes(name)]).toEqual([name, false]);
  const own = new Bun.Glob('{runtime,host,plugins}/**/*').scanSync({ cwd: server });
  expect([...own].filter((path) => /\.tsx$|\.test\.ts$|\/testing\//.test(path))).toEqual([]);
  expect(existsSync(join(server, 'host/sdk'))).toBe(false);
  const megabytes = Number.parseInt(Bun.spawnSync(['du', '-sm', server]).stdout.toString(), 10);
  // 268 when this was written: two fifths are bun, a quarter is tronweb with what it brings.
  expect(megabytes).toBeLessThan(290);
});

test(
  'the same source gives the same archive',
  async () => {
    const again = join(home, 'again.tar.gz');
    await layOutServer(projectRoot, join(home, 'second'));
    await archiveFolder(join(home, 'second'), 'waypost', again);
    // Which file it is comes first: two sums say only that there is one.
    const { stdout } = Bun.spawnSync(['diff', '--recursive', '--brief', 'first', 'second'], { cwd: home });
    expect(stdout.toString()).toBe('');
    const sum = (file: string) => new Bun.CryptoHasher('sha256').update(readFileSync(file)).digest('hex');
    expect(sum(again)).toBe(sum(archive));
  },
  LIMIT,
);

test('a statement is written there with the letters that it brings along', async () => {
  const { id, status } = await runOperation(api, 'bill/statement', { period: 'this_month', format: 'pdf' });
  expect(status).toBe(2);
  const file = await (await download(product.origin, api.token, id)).bytes();
  expect(Buffer.from(file.subarray(0, 5)).toString()).toBe('%PDF-');
});

test(
  'the product starts from it: the pages are there, a code is made, a visit is answered and counted',
  async () => {
    const page = await (await fetch(product.origin)).text();
    const scripts = [...page.matchAll(/<script[^>]+src="([^"]+)"/g)].map(([, path = '']) => path);
    expect(scripts.length).toBeGreaterThan(0);
    for (const path of scripts) expect((await fetch(new URL(path, product.origin))).status).toBe(200);
    const { content } = await api.call<{ id: string; short_url: string }>('qr_code_list/add', {
      name: 'Poster',
      targets: [{ url: 'https://example.com/' }],
      jump_type: 6,
    });
    const answer = await fetch(content.short_url, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'https://example.com/']);
    await until('the visit is counted', async () => {
      const { content: code } = await api.call<{ view_number: number }>('qr_code_list/details', {
        id: content.id,
      });
      return code.view_number === 1;
    });
    const ready = (await (await fetch(`${product.origin}/readyz`)).json()) as { ready: boolean };
    expect(ready.ready).toBe(true);
  },
  LIMIT,
);

test(
  'its command line examines it and installs a plugin that was packed elsewhere',
  async () => {
    const examined = await waypost('doctor');
    expect({ ...examined, out: examined.out.match(/^FAIL.*/gm) }).toEqual({ code: 0, out: null, error: '' });
    const folder = join(home, 'print-batches');
    await (await copyExample(folder, 1)).install();
    const packed = join(home, 'print-batches.waypost.tgz');
    expect(await runWaypost(home, ['plugin', 'pack', folder, '--output', packed])).toMatchObject({ code: 0 });
    const installed = await waypost('plugin', 'install', packed, '--grant', 'all');
    expect({ code: installed.code, error: installed.error }).toEqual({ code: 0, error: '' });
    await until(
      'the plugin answers',
      async () => (await api.call('print_batch_list/inquire')).status === 200,
    );
  },
  LIMIT,
);

test(
  'the way back: a backup of before, restored into an empty folder, answers as it did then',
  async () => {
    const backup = join(home, 'before.tar');
    const { content } = await api.call<{ short_code: string }>('qr_code_list/add', {
      name: 'Menu',
      targets: [{ url: 'https://example.com/menu' }],
      jump_type: 6,
    });
    expect(await waypost('backup', backup)).toMatchObject({ code: 0, error: '' });
    const late = await api.call<{ short_code: string }>('qr_code_list/add', {
      name: 'Late',
      targets: [{ url: 'https://example.com/late' }],
      jump_type: 6,
    });
    const dataDir = join(home, 'restored');
    mkdirSync(dataDir, { mode: 0o700 });
    expect(await waypostOf(dataDir, ['restore', backup])).toMatchObject({ code: 0, error: '' });
    const restored = await startProduct({ server, dataDir });
    try {
      const visit = (code: string) => fetch(`${restored.origin}/${code}`, { redirect: 'manual' });
      expect((await visit(content.short_code)).headers.get('location')).toBe('https://example.com/menu');
      expect((await visit(late.content.short_code)).status).toBe(404);
      await signIn(restored.origin, restored.administrator);
    } finally {
      await restored.stop();
    }
    expect(await waypostOf(dataDir, ['doctor'])).toMatchObject({ code: 0, error: '' });
  },
  LIMIT,
);

test('its usage names what is typed there; what belongs to authors says where it is', async () => {
  expect((await waypost('--help')).out).toStartWith('Usage: waypost <command>');
  for (const command of ['new', 'pack', 'sdk', 'dev']) {
    const { code, error } = await waypost('plugin', command, 'shop');
    expect([command, code]).toEqual([command, 3]);
    expect(error).toContain('authors of plugins');
    expect(error).not.toMatch(/Cannot find|module/i);
  }
});
