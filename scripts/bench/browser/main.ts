import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { signIn } from '../../../tests/api.ts';
import { DESKTOP, openBrowser, openContext, openScreen, signInOn } from '../../../tests/e2e/browser.ts';
import { visitAs, WECHAT_PHONE } from '../../../tests/e2e/visitors.ts';
import { startProduct } from '../../../tests/product.ts';
import { projectRoot, runStep } from '../../process.ts';
import { atMost, type Check, median, round, table } from '../report.ts';
import { measureFollowing } from './following.ts';
import { layoutShiftOf, measurePageLoad, noteLoading, type PageLoad, untilQuiet } from './page-load.ts';
import { type Frames, measureScrolling, showPlainPage } from './scrolling.ts';

/**
 * Measures the product in Chromium: what the sign-in page weighs and when it is seen, whether anything jumps, and
 * whether a list of 200 rows scrolls smoothly; and how soon an open page follows a plugin that is switched.
 */
const ROWS = 200;
const ROUNDS = 5;
const KILOBYTE = 1_000;
/** Frames may be late by as much as they are on a page without content, and by a fifth of a frame. */
const FRAME_MS = 1000 / 60;
/** What administrators are promised, milliseconds. */
const FOLLOW_LIMIT_MS = 2_000;
const jsonFile = join(projectRoot, '.cache/bench-browser.json');

if ((await runStep(['bun', 'host/shell/build.ts'])) !== 0) process.exit(1);
const product = await startProduct({ env: { LOG_LEVEL: 'error' } });
const browser = await openBrowser();
const checks: Check[] = [];
const figures: Record<string, unknown> = { time: new Date().toISOString(), rounds: ROUNDS, rows: ROWS };
try {
  await fillList();
  await benchLoading(browser);
  await benchList(browser);
  await benchFollowing();
} finally {
  await browser.close();
  await product.stop();
}
mkdirSync(dirname(jsonFile), { recursive: true });
await Bun.write(jsonFile, JSON.stringify({ ...figures, checks }, null, 2));
console.log(
  `\n${table([
    ['check', 'expected', 'actual', ''],
    ...checks.map((check) => [check.name, check.expected, check.actual, check.isMet ? 'ok' : 'MISSED']),
  ])}`,
);
process.exit(checks.every(({ isMet }) => isMet) ? 0 : 1);

/** One code, and as many visitors of it as the list has rows. */
async function fillList(): Promise<void> {
  const api = await signIn(product.origin, product.administrator);
  const { content } = await api.call<{ short_url: string }>('qr_code_list/add', {
    name: 'Bench',
    targets: [{ url: 'https://example.com/' }],
  });
  for (let row = 0; row < ROWS; row += 1) {
    const address = `36.152.${44 + (row >> 8)}.${row & 255}`;
    await visitAs({ ...WECHAT_PHONE, address }, content.short_url);
  }
  const end = performance.now() + 30_000;
  for (;;) {
    const { count } = (await api.call<{ count: number }>('visitor/inquire', { page_size: 1 })).content;
    if (count >= ROWS) return;
    if (performance.now() > end) throw new Error(`only ${count} of ${ROWS} visitors were counted`);
    await Bun.sleep(100);
  }
}

async function benchLoading(from: Browser): Promise<void> {
  const loads: PageLoad[] = [];
  for (let done = 0; done < ROUNDS; done += 1) loads.push(await measurePageLoad(from, product.origin));
  figures.loading = loads;
  const middle = (pick: (load: PageLoad) => number) => median(loads.map(pick));
  console.log(
    table([
      ['sign-in page, empty cache', 'median'],
      ['anything painted', `${round(middle(({ firstPaint }) => firstPaint))} ms`],
      ['form painted', `${round(middle(({ formPaint }) => formPaint))} ms`],
      ['files', String(middle(({ files }) => files))],
    ]),
  );
  checks.push(
    atMost(
      'sign-in page, before the form is painted (brotli)',
      Math.max(...loads.map(({ bytesBeforeForm }) => bytesBeforeForm)) / KILOBYTE,
      200,
      ' KB',
    ),
    atMost(
      'sign-in page, in all (brotli)',
      Math.max(...loads.map(({ bytesInAll }) => bytesInAll)) / KILOBYTE,
      550,
      ' KB',
    ),
    atMost('sign-in page, layout shift', Math.max(...loads.map(({ layoutShift }) => layoutShift)), 0),
  );
}

async function benchList(from: Browser): Promise<void> {
  const context = await openContext(from, { locale: 'en-US', theme: 'light', size: DESKTOP });
  const page = await context.newPage();
  await signInOn(page, product.origin, product.administrator);
  await page.locator('h1').waitFor();
  // Loaded anew, as by somebody who comes back: everything that could jump does so now.
  await page.addInitScript(noteLoading);
  await openScreen(page, product.origin, `visitor?page_size=${ROWS}`);
  await page.reload();
  await page.waitForFunction((rows) => document.querySelectorAll('tbody tr').length === rows, ROWS);
  await page.waitForFunction(() => document.querySelector('tbody td a, tbody td button') !== null);
  await untilQuiet(page);
  checks.push(atMost(`list of ${ROWS} rows, layout shift`, await layoutShiftOf(page), 0));
  const list: Frames[] = [];
  const plain: Frames[] = [];
  const other = await context.newPage();
  await showPlainPage(other, 400);
  for (let done = 0; done < ROUNDS; done += 1) {
    await page.bringToFront();
    list.push(await measureScrolling(page));
    await other.bringToFront();
    plain.push(await measureScrolling(other));
  }
  figures.scrolling = { list, plain };
  const row = (name: string, frames: readonly Frames[]) => [
    name,
    round(median(frames.map(({ p50 }) => p50))),
    round(median(frames.map(({ p95 }) => p95))),
    round(Math.max(...frames.map(({ longest }) => longest))),
  ];
  console.log(
    `\n${table([['scrolling, ms a frame', 'p50', 'p95', 'longest'], row('plain page', plain), row(`list of ${ROWS} rows`, list)])}`,
  );
  // The calmest round of each: what others on this machine take from the browser is not the page's.
  const calmest = (frames: readonly Frames[]) => Math.min(...frames.map(({ p95 }) => p95));
  const noise = Math.max(0, calmest(plain) - FRAME_MS);
  checks.push(
    atMost(
      `list of ${ROWS} rows, 95 of 100 frames (this machine is late by ${round(noise)} ms without content)`,
      calmest(list),
      Math.round((FRAME_MS * 1.2 + noise) * 10) / 10,
      ' ms',
    ),
  );
  await context.close();
}

async function benchFollowing(): Promise<void> {
  const followed = await measureFollowing(product, ROUNDS);
  figures.following = followed;
  console.log(`\nan open page follows a switch: median ${round(median(followed))} ms`);
  checks.push(
    atMost('an open page follows a switch, longest', Math.max(...followed), FOLLOW_LIMIT_MS, ' ms'),
  );
}
