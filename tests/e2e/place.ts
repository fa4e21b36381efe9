import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Credentials } from '../accounts.ts';
import type { Product } from '../product.ts';
import { shareProduct } from '../shared-product.ts';
import {
  closeContexts,
  DESKTOP,
  enterAs,
  openContext,
  shareBrowser,
  type View,
  watchFaults,
} from './browser.ts';

/** How most tests look at the product. */
export const ENGLISH: View = { locale: 'en-US', theme: 'light', size: DESKTOP };

/** A page in a profile of its own. */
export interface Opened {
  context: BrowserContext;
  page: Page;
  /** What a person would never see of it and a developer must, so far. */
  faults: string[];
}

/** What a test file with a browser has: a product, and profiles that are closed behind the file. */
export interface Place {
  product: Product;
  browser: Browser;
  /** A fresh profile with one page: behind the login of `who`, or before anything was opened; {@link ENGLISH} else. */
  open(who?: Credentials, view?: Partial<View>): Promise<Opened>;
  close(): Promise<void>;
}

/** @param start whence the product comes: by default the one that this process shares, which goes on behind the file */
export async function openPlace(start: () => Promise<Product> = shareProduct): Promise<Place> {
  const [product, browser] = await Promise.all([start(), shareBrowser()]);
  return {
    product,
    browser,
    async open(who, view = {}) {
      const context = await openContext(browser, { ...ENGLISH, ...view });
      // Nobody is there to answer the dialog of the system.
      await context.addInitScript(() => {
        window.print = () => void document.documentElement.setAttribute('data-printed', 'yes');
      });
      const page = await context.newPage();
      const faults = watchFaults(page);
      if (who !== undefined) await enterAs(page, product.origin, who);
      return { context, page, faults };
    },
    async close() {
      await closeContexts(browser);
      if (start !== shareProduct) await product.stop();
    },
  };
}
