import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { LOCALES, type Locale } from '@waypost/contract';
import type { BrowserContext, Page } from 'playwright-core';
import { type Product, startProduct } from '../product.ts';
import { calm, DESKTOP, enterAs, openBrowser, openContext, PHONE, settle } from './browser.ts';
import type { Person, Shot } from './contact-acts.ts';
import { lookForFaults } from './contact-faults.ts';
import { shotsOfEmptyProduct, shotsOfFullProduct } from './contact-shots.ts';
import { packRulePlugin, RULE_PLUGIN_KEY } from './rule-plugin.ts';
import { makeSheetData, NO_DATA, type SheetData } from './sheet-data.ts';
import { wordsOf } from './words.ts';

/**
 * Pictures of every screen, its forms and its faults for each role, in three sizes, both themes and three languages, into
 * ./screenshots; beside them `faults.txt` with what a program can see of them.
 * `bun tests/e2e/contact-sheet.ts [part of a picture's name]` makes only those that match.
 */
const folder = join(import.meta.dir, '../../screenshots');
const wanted = new RegExp(process.argv[2] ?? '');
const SIZES = [DESKTOP, { width: 1024, height: 768 }, PHONE] as const;
const THEMES = ['light', 'dark'] as const;
/** Pixels of a page's height that are taken. */
const LONGEST = 2_600;
/**
 * With SHEET=few: what shows each size, theme and language, and each theme and language in each size but for two. SHEET=rest:
 * the others.
 */
const FEW: Readonly<Record<Locale, readonly string[]>> = {
  'en-US': ['light-1440', 'dark-1024', 'light-390'],
  'zh-CN': ['dark-1440', 'light-390'],
  'sw-KE': ['light-1024', 'dark-390'],
};
const { SHEET } = process.env;
const isWanted = (locale: Locale, look: string) =>
  (SHEET !== 'few' && SHEET !== 'rest') || FEW[locale].includes(look) === (SHEET === 'few');

const faults: string[] = [];
let count = 0;
mkdirSync(folder, { recursive: true });
const browser = await openBrowser();
try {
  await walk('empty', shotsOfEmptyProduct, () => startProduct());
  await walk('full', shotsOfFullProduct, () =>
    startProduct({
      env: {
        PLUGIN_TRUSTED_KEYS: RULE_PLUGIN_KEY,
        PUBLIC_URL: 'https://qr.waypost-shop.com',
        ADMIN_HOSTS: '127.0.0.1',
      },
    }),
  );
} finally {
  await browser.close();
}
await Bun.write(join(folder, 'faults.txt'), `${faults.join('\n')}\n`);
await writeIndex();
console.log(`${count} pictures in ${folder}, ${faults.length} lines in faults.txt`);

async function walk(
  state: 'empty' | 'full',
  shotsOf: (data: SheetData) => readonly Shot[],
  start: () => Promise<Product>,
): Promise<void> {
  if (!shotsOf(NO_DATA).some(({ name }) => wanted.test(`${state}-${name}`))) return;
  const product = await start();
  try {
    const data = await makeSheetData({ product, isFull: state === 'full', packRulePlugin });
    const shots = shotsOf(data).filter(({ name }) => wanted.test(`${state}-${name}`));
    await Promise.all(LOCALES.map((locale) => walkIn({ locale, state, product, data, shots })));
  } finally {
    await product.stop();
  }
}

interface Walk {
  locale: Locale;
  state: string;
  product: Product;
  data: SheetData;
  shots: readonly Shot[];
}

async function walkIn(walk: Walk): Promise<void> {
  const { locale, state, product, data, shots } = walk;
  const words = wordsOf(locale);
  for (const person of new Set(shots.map((shot) => shot.who))) {
    const context = await contextOf(walk, person);
    for (const shot of shots.filter(({ who }) => who === person)) {
      const name = `${state}-${shot.name}`;
      const page = await context.newPage();
      try {
        await page.setViewportSize(DESKTOP);
        const { origin } = product;
        await page.goto(shot.route.startsWith('/') ? origin + shot.route : `${origin}/#/${shot.route}`);
        await (shot.route.startsWith('/') ? page.locator('body').waitFor() : settle(page));
        await shot.act?.({ page, words, data, product });
        await shootAll(page, { name, locale, isWhole: shot.isWhole ?? true });
      } catch (error) {
        faults.push(
          `${name} ${locale}: NOT TAKEN ${(error as Error).message.split('\n').slice(0, 3).join(' ')}`,
        );
      }
      await page.close();
    }
    await context.close();
  }
}

async function contextOf({ locale, product, data }: Walk, person: Person): Promise<BrowserContext> {
  const context = await openContext(browser, { locale, theme: 'light', size: DESKTOP });
  context.setDefaultTimeout(20_000);
  if (person === 'stranger') return context;
  const page = await context.newPage();
  await enterAs(page, product.origin, data.people[person] ?? product.administrator);
  await page.close();
  return context;
}

async function shootAll(
  page: Page,
  { name, locale, isWhole }: { name: string; locale: Locale; isWhole: boolean },
): Promise<void> {
  for (const [index, size] of SIZES.entries()) {
    await page.setViewportSize(size);
    // Each theme is put on once a size: the next size begins with the one that is there.
    for (const theme of index % 2 === 0 ? THEMES : THEMES.toReversed()) {
      if (!isWanted(locale, `${theme}-${size.width}`)) continue;
      await putTheme(page, theme);
      await calm(page);
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.screenshot({
        path: join(folder, `${name}-${locale}-${theme}-${size.width}.jpg`),
        type: 'jpeg',
        quality: 85,
        fullPage: isWhole,
        ...(isWhole ? { clip: { x: 0, y: 0, width: size.width, height: Math.min(height, LONGEST) } } : {}),
      });
      count += 1;
    }
    for (const fault of await lookForFaults(page, locale))
      faults.push(`${name} ${locale} ${size.width}: ${fault}`);
  }
  await Bun.write(join(folder, 'faults.txt'), `${faults.join('\n')}\n`);
}

/** By the button where there is one (drawers cover it, so not by the mouse); other pages follow the system. */
async function putTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.evaluate((wantedTheme) => {
    const shown = document.documentElement.dataset.theme;
    if (shown === undefined || shown === wantedTheme) return;
    const names = /Switch to (dark|light)|切换到(深|浅)色|深色|浅色|giza|mwanga/i;
    const button = [...document.querySelectorAll('button')].find((one) =>
      names.test(one.getAttribute('aria-label') ?? ''),
    );
    button?.click();
    if (document.documentElement.dataset.theme !== wantedTheme) {
      document.documentElement.dataset.theme = wantedTheme;
      document.body.toggleAttribute('arco-theme', false);
      if (wantedTheme === 'dark') document.body.setAttribute('arco-theme', 'dark');
    }
  }, theme);
}

/** One page with all pictures, so that faults stand out side by side. */
async function writeIndex(): Promise<void> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.jpg'));
  const figures = names.map(
    (name) =>
      `<figure><img src="${name}" loading="lazy" alt="" style="width:${name.includes('-390') ? 260 : 640}px"><figcaption>${name}</figcaption></figure>`,
  );
  const style =
    'body{display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start;font:12px sans-serif;background:#999}';
  await Bun.write(
    join(folder, 'index.html'),
    `<!doctype html><meta charset="utf-8"><style>${style}</style>${figures.join('')}`,
  );
}
