import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Subprocess } from 'bun';
import type { Browser } from 'playwright-core';
import { apiOf } from '../api.ts';
import { copyExample } from '../author-folder.ts';
import {
  closeContexts,
  DESKTOP,
  openContext,
  openScreen,
  shareBrowser,
  signInOn,
  watchFaults,
} from '../e2e/browser.ts';
import { freePort, isFree } from '../product.ts';
import { until } from '../until.ts';

/** `npm run dev -- --plugin DIR`: who writes a plugin elsewhere sees each change in the running product. */
const home = mkdtempSync(join(tmpdir(), 'waypost-dev-'));
const folder = join(home, 'print-batches');
const LIMIT = 400_000;
/** The shell, and one dev server for each remote behind it. */
const PORTS = 12;
const ADMINISTRATOR = { account: 'admin', password: 'Waypost123' };
let development: Subprocess | undefined;
let browser: Browser | undefined;
let origin: string;
/** Where the pages are served with hot replacement. */
let pages: string;

beforeAll(async () => {
  await (await copyExample(folder, 1)).install();
  const port = await freePorts();
  origin = `http://127.0.0.1:${port}`;
  pages = `http://127.0.0.1:${port + 1}`;
  development = Bun.spawn(
    [process.execPath, join(import.meta.dir, '../../scripts/dev.ts'), '--plugin', folder],
    {
      env: {
        PATH: process.env.PATH ?? '',
        HOME: process.env.HOME ?? '',
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: join(home, 'data'),
        ADMIN_ACCOUNT: ADMINISTRATOR.account,
        ADMIN_PASSWORD: ADMINISTRATOR.password,
        WAYPOST_STORE_SYNCHRONOUS: 'NORMAL',
        LOG_LEVEL: 'error',
      },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'inherit',
    },
  );
  // Once the address is printed, the pages and the server behind it are there.
  await printed(development.stdout as ReadableStream<Uint8Array>, `UI with hot replacement: ${pages}`);
  const atOnce = { signal: AbortSignal.timeout(3_000) };
  for (const address of [`${origin}/readyz`, pages, `${pages}/plugins/print-batches/1.0.0/mf-manifest.json`])
    expect((await fetch(address, atOnce)).ok).toBe(true);
}, LIMIT);

afterAll(async () => {
  await closeContexts(browser);
  development?.kill('SIGTERM');
  await development?.exited;
  rmSync(home, { recursive: true, force: true });
}, LIMIT);

/** Waits until a text was printed; what comes is shown, then and afterwards. */
async function printed(output: ReadableStream<Uint8Array>, text: string): Promise<void> {
  const reader = output
    .pipeThrough(new TextDecoderStream() as never)
    .getReader() as ReadableStreamDefaultReader<string>;
  let said = '';
  while (!said.includes(text)) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`it ended before it printed ${text}`);
    process.stdout.write(value);
    said += value;
  }
  const drain = async (): Promise<void> => {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      process.stdout.write(value);
    }
  };
  void drain();
}

/** The first of several ports in a row that nobody listens on. */
async function freePorts(): Promise<number> {
  for (;;) {
    const first = await freePort();
    const found = await Promise.all(Array.from({ length: PORTS }, (_, offset) => isFree(first + offset)));
    if (found.every(Boolean)) return first;
  }
}

/** While what is asked for begins anew nobody answers. */
const isSo = (holds: () => Promise<boolean>) => () => holds().catch(() => false);
const PATIENT = { withinMs: 120_000, everyMs: 500 };

function change(path: string, from: string, to: string): void {
  const file = join(folder, path);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
}

test(
  'a change of the server is in force without a restart, a change of a page is served at once',
  async () => {
    const code = async () => {
      const { body } = await apiOf(origin).call('print_claim/claim', {});
      return body.status ? 'ok' : body.code;
    };
    await until(
      'the plugin answers',
      isSo(async () => (await code()) === 'unauthenticated'),
      PATIENT,
    );

    change(
      'screens/print_claim/calls.ts',
      "{ permission: 'print-batches.sticker:claim' }",
      '{ public: true }',
    );
    change('screens/print_claim/routes.ts', 'request.caller.id', 'request.address');
    await until(
      'the changed call answers',
      isSo(async () => (await code()) === 'invalid_input'),
      PATIENT,
    );

    const whole = async () => {
      const base = `${pages}/plugins/print-batches/any-release`;
      const manifest = (await (await fetch(`${base}/mf-manifest.json`)).json()) as {
        exposes: { assets: { js: { sync: string[]; async: string[] } } }[];
      };
      const files = manifest.exposes.flatMap(({ assets }) => [...assets.js.sync, ...assets.js.async]);
      const texts = await Promise.all(files.map(async (file) => (await fetch(`${base}/${file}`)).text()));
      return texts.join('\n');
    };
    await until(
      'the pages are served',
      isSo(async () => (await whole()).includes('short_url')),
      PATIENT,
    );
    change('screens/print_claim/page.tsx', "'short_code',", "'short_code', 'state',");
    await until(
      'the changed page is served',
      isSo(async () => /short_code["'],\s*["']state/.test(await whole())),
      PATIENT,
    );
    expect(await whole()).toContain('$RefreshReg$');

    const words = async () =>
      (await fetch(`${pages}/plugins/print-batches/any-release/assets/_generated_en-US_json.js`)).text();
    change('screens/print_claim/en-US.json', '"My stickers"', '"Stickers of mine"');
    await until(
      'the changed sentence is served',
      isSo(async () => (await words()).includes('Stickers of mine')),
      PATIENT,
    );
  },
  LIMIT,
);

/** Of the first box on the page: its own ground and line, and what the theme says they are. */
function readBox() {
  const box = document.querySelector(
    'main .arco-input-inner-wrapper, main .arco-input, main .arco-select-view',
  );
  if (box === null) throw new Error('no box on this screen');
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.cssText = 'background: var(--wp-surface); border: 1px solid var(--wp-line-strong)';
  const colours = (element: Element) => {
    const { backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(element);
    return [backgroundColor, borderTopColor, borderTopWidth];
  };
  return { shown: colours(box), themed: colours(probe) };
}

test(
  'after a login the pages look as the theme says, and say nothing in the console that their author did not cause',
  async () => {
    browser = await shareBrowser();
    const context = await openContext(browser, { locale: 'en-US', theme: 'light', size: DESKTOP });
    const page = await context.newPage();
    const faults = watchFaults(page);
    await signInOn(page, pages, ADMINISTRATOR);
    for (const route of ['qr_code_list', 'user_list', 'configuration']) {
      await openScreen(page, pages, route);
      const { shown, themed } = await page.evaluate(readBox);
      expect(shown).toEqual(themed);
    }
    expect(faults).toEqual([]);
  },
  LIMIT,
);
