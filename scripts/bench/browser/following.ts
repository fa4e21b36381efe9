import { signIn } from '../../../tests/api.ts';
import { DESKTOP, openBrowser, openContext, signInOn } from '../../../tests/e2e/browser.ts';
import type { Product } from '../../../tests/product.ts';

/** How long a page is given before the measurement is given up. */
const GIVE_UP_MS = 30_000;

/**
 * Switches a plugin off and on, so many rounds of each, and measures how long an open page takes to follow.
 * @returns milliseconds from the call until the menu of a page in another browser shows it, two a round
 */
export async function measureFollowing(product: Product, rounds: number): Promise<number[]> {
  const browser = await openBrowser();
  try {
    const context = await openContext(browser, { locale: 'en-US', theme: 'light', size: DESKTOP });
    const page = await context.newPage();
    await signInOn(page, product.origin, product.administrator);
    const link = page.getByRole('list', { name: 'Codes' }).getByRole('link', { name: 'QR codes' });
    await link.waitFor();
    const api = await signIn(product.origin, product.administrator);
    const measured: number[] = [];
    for (let round = 0; round < rounds; round += 1)
      for (const verb of ['disable', 'enable'] as const) {
        const started = performance.now();
        const shown = link.waitFor({
          state: verb === 'enable' ? 'visible' : 'detached',
          timeout: GIVE_UP_MS,
        });
        await api.call(`plugins/${verb}`, { id: 'qr' });
        await shown;
        measured.push(performance.now() - started);
      }
    await context.close();
    return measured;
  } finally {
    await browser.close();
  }
}
