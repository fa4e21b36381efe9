import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Browser, BrowserContext } from 'playwright-core';
import { archiveOf, bytes, MANIFEST } from '../../runtime/package/testing/archive-parts.ts';
import { closeContexts, DESKTOP, openContext, shareBrowser } from '../e2e/browser.ts';
import { pluginsOf } from '../platform/plugins-api.ts';
import { openWorld, type World } from './world.ts';

/**
 * Files of a plugin lie on the back-office's own host. A picture or a page among them that somebody opens by a link
 * would act there as that person, also where the plugin itself has no screen that they would ever load.
 */
setDefaultTimeout(120_000);

const ID = 'hostile-files';
/** Reads what the browser keeps for the back-office, and would send it; the policy of pages allows scripts of the host. */
const STEAL = `self.stolen?.(String(self.localStorage?.getItem('planted')));`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink" width="9" height="9">
<rect width="9" height="9"/><script href="steal.js"/><script x:href="steal.js"/><script>${STEAL}</script></svg>`;
const HTML = `<!doctype html><script src="steal.js"></script><script>${STEAL}</script>`;
const XHTML = `<html xmlns="http://www.w3.org/1999/xhtml"><head><script src="steal.js"></script></head></html>`;
const ACTIVE: Record<string, string> = {
  'page.html': HTML,
  'page.htm': HTML,
  'page.0123abcd.html': HTML,
  'page.xhtml': XHTML,
  'page.xht': XHTML,
  'page.shtml': HTML,
  'page.xml': XHTML,
  'page.rdf': XHTML,
  'page.mathml': XHTML,
  'style.xsl': XHTML,
  'feed.atom': XHTML,
  'picture.svg': SVG,
  'picture.SVG': SVG,
  'page.mhtml': HTML,
  'paper.pdf': '%PDF-1.4',
  'no-ending': HTML,
  'page.unknown': HTML,
};
const INERT: Record<string, string> = {
  'steal.js': STEAL,
  'module.mjs': 'export {};',
  'style.css': 'p{}',
  'data.json': '{}',
  'code.js.map': '{}',
  'picture.png': 'x',
  'picture.jpg': 'x',
  'picture.webp': 'x',
  'font.woff2': 'x',
  'code.wasm': 'x',
};

let world: World;
let folder: string;
let browser: Browser;
let context: BrowserContext;
const stolen: string[] = [];

beforeAll(async () => {
  world = await openWorld();
  const { id, release } = (await pluginsOf(world.root).upload(await archive())).content;
  await world.root.call('plugins/choose', { id, release: release.release, granted: [], enable: true });
  folder = `${world.product.origin}/plugins/${id}/${release.release}`;
  browser = await shareBrowser();
  context = await openContext(browser, { locale: 'en-US', theme: 'light', size: DESKTOP });
  await context.exposeFunction('stolen', (text: string) => void stolen.push(text));
}, 180_000);
afterAll(() => closeContexts(browser));

function archive(): Promise<Uint8Array> {
  const manifest = { ...MANIFEST, id: ID, areas: ['hostile_files'], title: 'hostile.title' };
  const assets = { js: { sync: [], async: [] } };
  const federation = {
    metaData: { remoteEntry: { name: 'steal.js', path: '' } },
    shared: [],
    exposes: [{ name: 'plugin', assets }],
  };
  const files: Record<string, string> = {
    'plugin.json': JSON.stringify(manifest),
    'server.js': `import { definePlugin } from '@waypost/sdk';\nexport const plugin = definePlugin({ id: '${ID}', setup() {} });`,
    'dist/mf-manifest.json': JSON.stringify(federation),
    'dist/screens.json': '[]',
  };
  for (const locale of ['zh-CN', 'en-US', 'sw-KE'])
    files[`locales/${locale}.json`] = JSON.stringify({ 'hostile.title': `Hostile ${locale}` });
  for (const [name, content] of Object.entries({ ...ACTIVE, ...INERT })) files[`dist/${name}`] = content;
  // The same name in capitals is the same file on some disks, and refused for that.
  delete files['dist/picture.SVG'];
  files['dist/big/picture.SVG'] = SVG;
  return archiveOf(new Map(Object.entries(files).map(([name, content]) => [name, bytes(content)])));
}

const place = (name: string) => `${folder}/${name === 'picture.SVG' ? `big/${name}` : name}`;

test('a picture or a page of a plugin that is opened by itself reads nothing of the back-office', async () => {
  const page = await context.newPage();
  await page.goto(`${world.product.origin}/`);
  await page.evaluate(() => localStorage.setItem('planted', 'of the back-office'));
  // That the alarm works: the same script in a page of the back-office, where pages of plugins run.
  await page.addScriptTag({ url: place('steal.js') });
  expect(stolen.splice(0)).toEqual(['of the back-office']);
  for (const name of Object.keys(ACTIVE)) {
    const opened = await context.newPage();
    // One that is saved as a file ends the navigation.
    await opened.goto(place(name), { waitUntil: 'load' }).catch((error: Error) => {
      if (!/Download is starting|ERR_ABORTED/.test(error.message)) throw error;
    });
    expect({ name, stolen }).toEqual({ name, stolen: [] });
    await opened.close();
  }
});

test.each(Object.keys(ACTIVE))('%s is sent to be saved, in a box of its own', async (name) => {
  const first = await fetch(place(name));
  expect(first.status).toBe(200);
  // What a browser keeps is told again that it may use it: with the same headers.
  const again = await fetch(place(name), { headers: { 'if-none-match': String(first.headers.get('etag')) } });
  expect(again.status).toBe(304);
  for (const { headers } of [first, again, await fetch(place(name), { method: 'HEAD' })]) {
    expect(headers.get('content-disposition')).toBe('attachment');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.*; sandbox$/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
});

test.each(Object.keys(INERT))('%s, which a page loads, is sent as it is', async (name) => {
  const { status, headers } = await fetch(place(name));
  expect(status).toBe(200);
  expect(headers.get('content-disposition') ?? '').not.toContain('attachment');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('a picture of a plugin can still be shown in its page', async () => {
  const page = await context.newPage();
  await page.goto(`${world.product.origin}/`);
  const width = await page.evaluate(async (address) => {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    return picture.naturalWidth;
  }, place('picture.svg'));
  expect(width).toBe(9);
  expect(stolen).toEqual([]);
});
