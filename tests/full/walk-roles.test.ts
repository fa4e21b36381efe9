import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { LOCALES, type Locale } from '@waypost/contract';
import type { Browser } from 'playwright-core';
import { closeContexts, shareBrowser } from '../e2e/browser.ts';
import type { Walker } from '../e2e/walk/plugin-walk.ts';
import { foreignTexts, isOf, unmoved } from '../e2e/walk/texts.ts';
import { verbFaults } from '../e2e/walk/verb-faults.ts';
import { TECHNICAL, VERBS, WITHOUT_BUTTON } from '../e2e/walk/verbs.ts';
import { readAddresses, type Step, walk } from '../e2e/walk/walk.ts';
import { openWalkWorld, type WalkWorld } from '../e2e/walk/walk-world.ts';
import { wordsOf } from '../e2e/words.ts';
import { fileFor } from '../of-plugins.ts';

// Every screen of the menu tree as a super administrator, operators with some of its rights, an agent and a customer have it
// before them, each in three languages. Screens and rights come from the server: a new one is in here by itself, and fails until
// `testing/walk.ts` of its plugin says by what on the screen its rights are seen.

setDefaultTimeout(600_000);

/** What is called the same in every language: what people have named, addresses, files, figures, and the product. */
const NAMES =
  /walk|waypost|简体中文|^admin$|^\/old$|127\.0\.0\.1|matrix|^Bun\/|^https:|^#[\da-f]{6}$|USDT$|^(CSV|XLSX|PNG|SVG|PDF|A|AAAA|TXT|CNAME|DATA_DIR\/files|(?:\p{RI}{2} )?(?:English|Kiswahili)|中文|example\.com\/?|en|sw|zh|CN|KE|US|\w\w-[A-Z]{2})$/iu;
const isName = (text: string) => NAMES.test(text) || world.codes.has(text.slice(text.lastIndexOf('/') + 1));

let world: WalkWorld;
let browser: Browser;
const steps = new Map<Walker, Step[]>();

beforeAll(async () => {
  [world, browser] = await Promise.all([openWalkWorld(), shareBrowser()]);
  const ofSuper = new Set(world.walkers.super.screens.map(({ route }) => route));
  await Promise.all(
    Object.values(world.walkers).map(async (walker) => {
      const isOperator = walker.name === 'reader' || walker.name === 'limited';
      const locales: readonly Locale[] = isOperator ? ['en-US'] : ['en-US', 'zh-CN', 'sw-KE'];
      // Screens that the super administrator has as well are looked at there in all languages; each has more to show there.
      const isAlso = (route: string) => walker.name === 'super' || !ofSuper.has(route);
      steps.set(walker, await walk(browser, world, { walker, locales, isAlso }));
    }),
  );
}, 1_500_000);
afterAll(async () => {
  await closeContexts(browser);
  await world?.product.stop();
}, 60_000);

const everyone = () => Object.values(world.walkers);
type One = { walker: Walker; step: Step };
const all = (): One[] =>
  everyone().flatMap((walker) => (steps.get(walker) ?? []).map((step) => ({ walker, step })));
const readable = () => all().filter(({ step }) => !TECHNICAL.has(step.route + step.view));
const placeInAnyLanguage = ({ walker, step }: One) => `${walker.name} ${step.route}${step.view}`;
const placeOf = (one: One) => `${one.step.locale} ${placeInAnyLanguage(one)}`;

test('every right of a button says by what it is seen, and nothing is said of rights that are no more', () => {
  const declared = new Set(world.walkers.super.screens.flatMap(({ buttons }) => buttons));
  const said = new Set([...Object.keys(VERBS), ...Object.keys(WITHOUT_BUTTON)]);
  expect(
    [...declared]
      .filter((permission) => !said.has(permission))
      .map((permission) => `say in ${fileFor(permission, 'walk')} by what ${permission} is seen`),
  ).toEqual([]);
  expect([...said].filter((permission) => !declared.has(permission))).toEqual([]);
});

test('no screen fails, is refused a call or says nothing to whom the menu offers it', () => {
  const faults = all().flatMap((one) => one.step.faults.map((fault) => `${placeOf(one)}: ${fault}`));
  expect(faults).toEqual([]);
  expect(
    all()
      .filter(({ step }) => step.heading === '')
      .map(placeOf),
  ).toEqual([]);
});

test('each screen has its name in the title and a heading in the language of whoever reads', () => {
  const wrong: string[] = [];
  for (const one of all()) {
    const { locale, heading, route, view, title } = one.step;
    const name = wordsOf(locale)(`menu.${route}`);
    if (!title.startsWith(`${name} · `)) wrong.push(`${placeOf(one)}: ${title}`);
    // The page of one thing is headed by the thing's name.
    if (view.startsWith('?id=')) continue;
    const words = heading.replace(/\s*[\d.,\s]+\+?$/, '');
    if (!isOf(locale, words)) wrong.push(`${placeOf(one)}: heading ${heading}`);
  }
  expect(wrong).toEqual([]);
});

test('no key stands in the place of a word, and no word of another language', () => {
  const found = readable().flatMap((one) =>
    foreignTexts(
      one.step.locale,
      one.step.texts.filter((text) => !isName(text)),
    ).map((text) => `${placeOf(one)}: ${text}`),
  );
  expect(found).toEqual([]);
});

test('what reads the same in all languages is a name', () => {
  const found: Record<string, string> = {};
  for (const views of Map.groupBy(readable(), placeInAnyLanguage).values()) {
    if (views.length < LOCALES.length) continue;
    for (const text of unmoved(views.map(({ step }) => step.texts)))
      if (!isName(text)) found[text] = views.map(placeInAnyLanguage)[0] ?? '';
  }
  expect(found).toEqual({});
});

test('buttons, tabs and switches are there for whoever has the right to them, and for nobody else', () => {
  expect(everyone().flatMap((walker) => verbFaults(walker, steps.get(walker) ?? []))).toEqual([]);
});

test('a screen that is not in the menu is not at its address either', async () => {
  const places = world.walkers.super.screens.map(({ route }) => route);
  const wrong: string[] = [];
  await Promise.all(
    [world.walkers.limited, world.walkers.agent, world.walkers.customer].map(async (walker, index) => {
      const locale = LOCALES[index] ?? 'en-US';
      const own = new Set(walker.screens.map(({ route }) => route));
      const foreign = places.filter((route) => !own.has(route));
      expect(foreign.length).toBeGreaterThan(5);
      const said = await readAddresses(browser, world, { walker, locale, routes: foreign });
      const words = wordsOf(locale);
      const refusal = words('not_found.title') + words('not_found.text') + words('not_found.home');
      for (const [route, text] of said)
        if (text !== refusal) wrong.push(`${walker.name} ${route}: ${text.slice(0, 200)}`);
    }),
  );
  expect(wrong).toEqual([]);
});
