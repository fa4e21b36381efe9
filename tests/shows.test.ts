import { expect, test } from 'bun:test';
import type { Locator } from 'playwright-core';
import { shows } from './e2e/shows.ts';

/** A locator whose elements have these texts, the last of them from some look on. */
function locatorOf(...looks: string[][]): Locator {
  const now = () => (looks.length > 1 ? looks.shift() : looks[0]) ?? [];
  return {
    toString: () => "locator('li')",
    page: () => ({ isClosed: () => false }),
    count: async () => now().length,
    allTextContents: async () => now(),
    textContent: async () => {
      const [text, second] = now();
      if (second !== undefined) throw new Error('strict mode violation:\nresolved to 2 elements');
      return text;
    },
    getAttribute: async () => null,
  } as unknown as Locator;
}

/** One look. */
const AT_ONCE = -1;
const reason = (locator: Locator, expected: Parameters<typeof shows>[1]) =>
  shows(locator, expected, AT_ONCE).then(
    () => 'shown',
    (fault: Error) => fault.message.replace(/: not within .*:\n/, '; '),
  );

test('what comes later is waited for, a text in the spaces of its markup is read, an attribute may be missing', async () => {
  await shows(locatorOf([], ['one'], ['one', 'two']), { count: 2, texts: ['one', 'two'] });
  await shows(locatorOf([' one\n']), { text: 'one', contains: 'ne', attribute: ['rel', null] });
  await shows(locatorOf(['one']), { text: /^o/ });
});

test('what does not come is told by its locator, what was expected and what was seen last', async () => {
  expect(await reason(locatorOf(['one']), { count: 2 })).toBe(
    `locator('li') shows {"count":2}; last seen: count: 1`,
  );
  expect(await reason(locatorOf(['one']), { text: /^t/ })).toBe(
    `locator('li') shows {"text":"/^t/"}; last seen: text: "one"`,
  );
  expect(await reason(locatorOf([]), { text: '' })).toEndWith('last seen: text: no element');
  expect(await reason(locatorOf(['one', 'two']), { text: 'one' })).toEndWith(
    'last seen: text: Error: strict mode violation:',
  );
  expect(await reason(locatorOf(['one']), { attribute: ['rel', 'x'] })).toEndWith('attribute: null');
  expect(await reason(locatorOf(['one']), {})).toStartWith('nothing is expected of');
});
