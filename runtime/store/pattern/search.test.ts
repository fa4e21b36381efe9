import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { StoreError } from '../value/errors.ts';
import { within } from '../work/effort.ts';
import { growthOf } from './cost.ts';
import { buildProgram } from './program.ts';
import { compileRegExp } from './regex.ts';
import { runProgram } from './run.ts';
import { parsePattern } from './tree.ts';

/** A letter, a class, an escape, a place: what one thing of a pattern may be. */
const atom = fc.constantFrom(
  ...['a', 'b', 'c', '.', '[ab]', '[^a]', '\\w', '\\d', '\\s', 'é', '😀', '[😀é]', '\\u0061', '\\x62', ' '],
  ...['^', '$', '\\b', '\\B', '\\n', '(?:)', '[^]', '[a\\]]', '\\.', '\\1'],
);
const quantifier = fc.constantFrom(
  '',
  '',
  '',
  '*',
  '+',
  '?',
  '*?',
  '+?',
  '??',
  '{2}',
  '{1,3}',
  '{0,2}?',
  '{2,}',
);
// Shallow patterns and short texts: the language's own engine tries one way after the other.
const { pattern } = fc.letrec<{ pattern: string; term: string }>((tie) => ({
  pattern: fc
    .array(fc.array(tie('term'), { maxLength: 4 }), { minLength: 1, maxLength: 3 })
    .map((choices) => choices.map((terms) => terms.join('')).join('|')),
  term: fc.oneof(
    { maxDepth: 2 },
    fc.tuple(atom, quantifier).map(([one, sign]) => (/^(?:[\^$]|\\[bB])$/.test(one) ? one : one + sign)),
    fc
      .tuple(fc.constantFrom('(', '(?:'), tie('pattern'), quantifier)
      .map(([head, body, sign]) => `${head}${body})${sign}`),
    fc
      .tuple(fc.constantFrom('(?=', '(?!', '(?<=', '(?<!'), tie('pattern'))
      .map(([head, body]) => `${head}${body})`),
  ),
}));
const text = fc
  .array(fc.constantFrom('a', 'a', 'b', 'c', 'A', ' ', '1', '\n', 'é', '😀'), { maxLength: 8 })
  .map((parts) => parts.join(''));

/** All matches, as the language's own engine gives them. */
const byLanguage = (source: string, flags: string, over: string) =>
  [...over.matchAll(new RegExp(source, `${flags}g`))].map((found) => [found.index, ...found]);

/** All matches, step by step. */
const bySteps = (source: string, flags: string, over: string) => {
  const run = runProgram(buildProgram(parsePattern(source, flags.includes('u')), flags), over);
  const all: unknown[][] = [];
  for (let from = 0; from <= over.length; ) {
    const places = run.find(from);
    if (places === undefined) break;
    const [index, end] = [places[0] as number, places[1] as number];
    const groups: (string | undefined)[] = [];
    for (let slot = 0; slot < places.length; slot += 2) {
      const begin = places[slot] as number;
      groups.push(begin < 0 ? undefined : over.slice(begin, places[slot + 1]));
    }
    all.push([index, ...groups]);
    const isPair = flags.includes('u') && (over.codePointAt(end) ?? 0) > 0xffff;
    from = end > index ? end : end + (isPair ? 2 : 1);
  }
  return all;
};

test('searching step by step finds what the language finds, with the same groups', () => {
  let compared = 0;
  fc.assert(
    fc.property(pattern, text, fc.constantFrom('u', 'iu', 'su', 'mu', '', 'i'), (source, over, flags) => {
      try {
        new RegExp(source, flags);
      } catch {
        return;
      }
      // There Bun's own engine is not right: the next test.
      if (/\(\?<[=!]/.test(source) && /😀|\(\?[=!]/.test(source)) return;
      compared += 1;
      expect(bySteps(source, flags, over)).toEqual(byLanguage(source, flags, over));
    }),
    { numRuns: 3000 },
  );
  expect(compared).toBeGreaterThan(500);
}, 60_000);

test('a look back with a look ahead in it finds what stands there, where Bun’s own engine misses it', () => {
  // As node's engine answers. Bun 1.4.5 takes the second choice in the first example and finds nothing in the others.
  expect(bySteps('(?<=(?=^)😀|())(?=^|(?<!\\B|a))|a', '', '😀a')).toEqual([
    [0, '', ''],
    [2, '', undefined],
  ]);
  expect(bySteps('(?<=(?=^)😀|(a))(?=^|)|a', 'u', '😀')).toEqual([[2, '', undefined]]);
  expect(bySteps('(?<!(?=\\1\\w|a)([^]))', 'u', '1').at(-1)).toEqual([1, '', undefined]);
  expect(bySteps('(?<=(a)|())b', '', 'ab')).toEqual([[1, 'b', 'a', undefined]]);
  expect(bySteps('(?<=(x)|())b', '', 'ab')).toEqual([[1, 'b', undefined, '']]);
});

/** What the clock is looked at for: stops a search after so many looks. */
const most = (looks: number) => ({
  looks: 0,
  begin: () => undefined,
  isSpent: () => false,
  look(): void {
    this.looks += 1;
    if (this.looks > looks) throw new StoreError(262, 'too long');
  },
});

test.each(['(a+)+$', '(?:a|a)*$', 'a*a*a*b', '(a?){20}a{20}b', '(?=(a+)+b)a', '(.*)(.*)(.*)x'])(
  'the time of %s grows as the text does',
  (source) => {
    const looksOver = (length: number): number => {
      const effort = most(Number.POSITIVE_INFINITY);
      within(effort, () => compileRegExp(source).test('a'.repeat(length)));
      return effort.looks;
    };
    const [short, long] = [looksOver(2000), looksOver(8000)];
    expect(short).toBeGreaterThan(0);
    // Four times the text: some more than four times the steps, not sixteen times.
    expect(long / short).toBeLessThan(6);
  },
);

test('a search that could take for ever looks at the clock and can be ended', () => {
  const effort = most(100);
  expect(() => within(effort, () => compileRegExp('(a*)*\\1b').test('a'.repeat(5000)))).toThrow('too long');
});

test('usual patterns over usual texts are left to the language', () => {
  const growth = (source: string): number => growthOf(parsePattern(source, true).root);
  expect(growth('^https?://[a-z.]+/x')).toBe(1);
  expect(growth('text 9$')).toBe(0);
  expect(growth('(a+)+')).toBe(Number.POSITIVE_INFINITY);
});
