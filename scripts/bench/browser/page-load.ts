import type { Browser, Page } from 'playwright-core';
import { DESKTOP, openContext } from '../../../tests/e2e/browser.ts';

export interface PageLoad {
  /** Milliseconds until anything is painted, and until the sign-in form is. */
  firstPaint: number;
  formPaint: number;
  /** Bytes as sent (brotli): up to the moment the form was painted, and in all once nothing is loading any more. */
  bytesBeforeForm: number;
  bytesInAll: number;
  files: number;
  /** Cumulative layout shift of the page until it is quiet. */
  layoutShift: number;
}

interface Noted {
  formPaint: number;
  layoutShift: number;
}

/**
 * Notes in the page when the sign-in form is painted (two frames after it stands in the document: the first one draws
 * it) and every layout shift, also those soon after input, which the web's own score leaves out.
 */
export function noteLoading(): void {
  const noted: Noted = { formPaint: 0, layoutShift: 0 };
  Object.assign(window, { noted });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      noted.layoutShift += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
  const watch = new MutationObserver(() => {
    if (!document.querySelector('form input[name=password]')) return;
    watch.disconnect();
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        noted.formPaint = performance.now();
      }),
    );
  });
  watch.observe(document, { childList: true, subtree: true });
}

/** Layout shift of a page since `noteLoading` began in it. */
export function layoutShiftOf(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { noted: Noted }).noted.layoutShift);
}

/** Loads the sign-in page with an empty cache and waits until nothing has been loaded for a while. */
export async function measurePageLoad(browser: Browser, origin: string): Promise<PageLoad> {
  const context = await openContext(browser, { locale: 'en-US', theme: 'light', size: DESKTOP });
  await context.addInitScript(noteLoading);
  const page = await context.newPage();
  await page.goto(`${origin}/`);
  await page.waitForFunction(() => (window as unknown as { noted: Noted }).noted.formPaint > 0);
  await untilQuiet(page);
  const load = await page.evaluate(() => {
    const { noted } = window as unknown as { noted: Noted };
    // The browser's own tab icon is not part of the page and not always asked for.
    const files = [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ].filter(({ name }) => !name.endsWith('favicon.ico')) as PerformanceResourceTiming[];
    const sum = (of: readonly PerformanceResourceTiming[]) =>
      of.reduce((total, { encodedBodySize }) => total + encodedBodySize, 0);
    return {
      firstPaint: performance.getEntriesByName('first-paint')[0]?.startTime ?? 0,
      formPaint: noted.formPaint,
      bytesBeforeForm: sum(files.filter(({ responseEnd }) => responseEnd <= noted.formPaint)),
      bytesInAll: sum(files),
      files: files.length,
      layoutShift: noted.layoutShift,
    };
  });
  await context.close();
  return load;
}

/** Waits until the page has loaded nothing for a second; a page that never rests is judged as it is after twenty. */
export async function untilQuiet(page: Page): Promise<void> {
  const count = () => page.evaluate(() => performance.getEntriesByType('resource').length);
  let known = await count();
  for (let rounds = 0; rounds < 20; rounds += 1) {
    await page.waitForTimeout(1_000);
    const now = await count();
    if (now === known) return;
    known = now;
  }
}
