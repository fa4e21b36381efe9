import type { Page } from 'playwright-core';
import { median } from '../report.ts';

export interface Frames {
  count: number;
  /** Milliseconds between two frames. */
  p50: number;
  p95: number;
  longest: number;
}

/** Milliseconds of scrolling. */
const DURATION_MS = 3_000;

/**
 * Scrolls up and down a whole page by a fixed step at every frame and notes the time between frames. A browser that
 * draws 60 frames a second asks for one every 16.7 ms; a frame that takes longer comes late by whole ones.
 */
export async function measureScrolling(page: Page): Promise<Frames> {
  const gaps = await page.evaluate(async (duration) => {
    const scroller = document.scrollingElement ?? document.documentElement;
    const length = scroller.scrollHeight - scroller.clientHeight;
    if (length < 1_000) throw new Error(`the page scrolls by ${length} pixels only`);
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    const found: number[] = [];
    let before = await frame();
    const end = before + duration;
    let step = 60;
    while (before < end) {
      const top = scroller.scrollTop + step;
      if (top <= 0 || top >= length) step = -step;
      scroller.scrollTop = Math.min(length, Math.max(0, top));
      const now = await frame();
      found.push(now - before);
      before = now;
    }
    scroller.scrollTop = 0;
    return found;
  }, DURATION_MS);
  const sorted = gaps.toSorted((one, other) => one - other);
  return {
    count: gaps.length,
    p50: median(gaps),
    p95: sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN,
    longest: sorted.at(-1) ?? Number.NaN,
  };
}

/** The baseline: a page of as many plain lines, which costs nothing to draw. What it is late by is the machine's. */
export async function showPlainPage(page: Page, rows: number): Promise<void> {
  await page.setContent(
    `<!doctype html><body>${Array.from({ length: rows }, (_, row) => `<p>Line ${row}</p>`).join('')}`,
  );
}
