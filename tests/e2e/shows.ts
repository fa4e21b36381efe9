import type { Locator } from 'playwright-core';
import { until } from '../until.ts';

/** What a locator has to show, all of it at once. A text is the whole one without the space around it, or a pattern. */
interface Shown {
  count?: number;
  text?: string | RegExp;
  /** Part of the text. */
  contains?: string;
  /** The text of each element, in their order. */
  texts?: readonly string[];
  value?: string | RegExp;
  visible?: boolean;
  checked?: boolean;
  enabled?: boolean;
  /** Null: the element has no such attribute. */
  attribute?: readonly [name: string, value: string | RegExp | null];
}

/** Longest that it may take on a busy machine, milliseconds. */
const LIMIT = 40_000;
/** Milliseconds that one look may take, so that an element that goes away meanwhile does not use up the limit. */
const LOOK = { timeout: 5_000 };

type Look = (locator: Locator, expected: Shown) => Promise<unknown>;

/** Those that answer for no element, too. */
const OF_ANY: { [Kind in keyof Shown]: Look } = {
  count: (locator) => locator.count(),
  texts: (locator) => locator.allTextContents(),
  visible: (locator) => locator.isVisible(),
};

/** Those that would wait for an element, which `shows` does itself. */
const OF_ONE: { [Kind in keyof Shown]: Look } = {
  text: (locator) => locator.textContent(LOOK),
  contains: (locator) => locator.textContent(LOOK),
  value: (locator) => locator.inputValue(LOOK),
  checked: (locator) => locator.isChecked(LOOK),
  enabled: (locator) => locator.isEnabled(LOOK),
  attribute: (locator, { attribute: [name] = [''] }) => locator.getAttribute(name, LOOK),
};

/** Polls until a locator shows what is expected; fails naming the locator, the expectation and what was seen last. */
export async function shows(locator: Locator, expected: Shown, limit = LIMIT): Promise<void> {
  let seen: unknown = 'nothing yet';
  const kinds = Object.keys(expected) as (keyof Shown)[];
  if (kinds.length === 0) throw new Error(`nothing is expected of ${locator}`);
  const look = async () => {
    for (const kind of kinds) {
      const found = await read(locator, kind, expected);
      seen = `${kind}: ${print(found)}`;
      if (!fits(found, kind, expected)) return false;
    }
    return true;
  };
  await until(`${locator} shows ${print(expected)}`, look, {
    withinMs: limit,
    explain: () => `last seen: ${seen}`,
  });
}

/** Why there was nothing to read, which fits no expectation. */
class Unread {
  constructor(readonly reason: string) {}
}

async function read(locator: Locator, kind: keyof Shown, expected: Shown): Promise<unknown> {
  try {
    const ofAny = OF_ANY[kind];
    if (ofAny !== undefined) return await ofAny(locator, expected);
    if ((await locator.count()) === 0) return new Unread('no element');
    return await OF_ONE[kind]?.(locator, expected);
  } catch (cause) {
    if (locator.page().isClosed()) throw cause;
    return new Unread(String(cause).split('\n', 1)[0] ?? '');
  }
}

function fits(found: unknown, kind: keyof Shown, expected: Shown): boolean {
  if (found instanceof Unread) return false;
  if (kind === 'contains') return String(found).includes(expected.contains ?? '');
  const due = kind === 'attribute' ? expected.attribute?.[1] : expected[kind];
  if (due instanceof RegExp) return typeof found === 'string' && due.test(found);
  return Bun.deepEquals(kind === 'text' ? String(found).trim() : found, due);
}

function print(what: unknown): string {
  if (what instanceof Unread) return what.reason;
  return JSON.stringify(what, (_key, one: unknown) => (one instanceof RegExp ? String(one) : one));
}
