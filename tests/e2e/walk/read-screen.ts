import type { Page } from 'playwright-core';
import { calm } from '../browser.ts';

/** What somebody has before them on one screen. */
export interface Seen {
  title: string;
  heading: string;
  /** All that is written there, each once: texts, names of buttons, hints in empty fields. */
  texts: string[];
  /** Names of what can be pressed in the screen's own part: buttons, links, switches, tabs, and the items of its menus. */
  verbs: string[];
  /** Those of them that stand there before any menu is opened. */
  standing: string[];
}

/** Runs in the page. Only what has a size is seen; names of things that are read out alone count as well. */
function readPage(): Seen {
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
  const nameOf = (element: Element) =>
    (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\s+/g, ' ').trim();
  const texts = new Set<string>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (
      // What is marked so is shown as it is to readers of every language: words that somebody translates.
      parent?.closest('script, style, noscript, canvas, textarea, code, pre, [translate=no]') ||
      !parent ||
      !isShown(parent)
    )
      continue;
    texts.add((node.textContent ?? '').replace(/\s+/g, ' ').trim());
  }
  for (const attribute of ['aria-label', 'placeholder', 'alt'])
    for (const element of document.querySelectorAll(`[${attribute}]`))
      if (isShown(element)) texts.add((element.getAttribute(attribute) ?? '').replace(/\s+/g, ' ').trim());
  texts.delete('');
  const pressed = 'button, a[href], summary, [role=button], [role=switch], [role=tab], [role=menuitem]';
  const places = [...document.querySelectorAll('#content, [role=dialog], [role=menu]')];
  const verbs = places.flatMap((place) => [...place.querySelectorAll(pressed)].filter(isShown).map(nameOf));
  const standing = [...new Set(verbs.filter((verb) => verb !== ''))];
  return {
    title: document.title,
    heading: nameOf(document.querySelector('h1') ?? document.createElement('h1')),
    texts: [...texts],
    verbs: standing,
    standing,
  };
}

/**
 * Reads the screen that stands, and what the first few of its menus of each name offer: the formats of an export stand before
 * what can be done with a row.
 */
export async function readScreen(page: Page, menus = 2): Promise<Seen> {
  const seen = await page.evaluate(readPage);
  const buttons = page.locator('#content [aria-haspopup=menu]:visible');
  const chosen = menus > 0 ? await buttons.evaluateAll(firstOfEachName, menus) : [];
  for (const at of chosen) {
    await buttons.nth(at).click();
    await page.getByRole('menu').waitFor();
    const more = await page.evaluate(readPage);
    seen.texts = [...new Set([...seen.texts, ...more.texts])];
    seen.verbs = [...new Set([...seen.verbs, ...more.verbs])];
    // A menu takes the keys a frame after it is shown: pressed before, the key closes nothing.
    await page.getByRole('menu').press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
  }
  if (chosen.length > 0) await calm(page);
  return seen;
}

/** Runs in the page: where the first few of each name stand. Those of a row are called `More actions: its name`. */
function firstOfEachName(buttons: Element[], few: number): number[] {
  const counts = new Map<string, number>();
  return buttons.flatMap((button, at) => {
    const [name = ''] = (button.getAttribute('aria-label') ?? button.textContent ?? '').split(': ');
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count <= few ? [at] : [];
  });
}
