import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { forwardLoop, type LoopRule } from './forward-loop.ts';
import { forwardPath, forwardPattern, forwardRemainder, joinForward } from './forward-path.ts';

const rule = (path: string, target: string) => ({ path, target, keep_path: false });
const kept = (path: string, target: string) => ({ ...rule(path, target), keep_path: true });
const loop = (...rules: LoopRule[]) => forwardLoop('a.example', rules);

test('a rule that leads to itself, at once or by others, is found; one that leads elsewhere is not', () => {
  expect(loop(rule('/a', 'https://a.example/a'))).toBe(0);
  expect(loop(rule('/a', 'http://A.example/a/'))).toBe(0);
  expect(loop(rule('/a', 'https://a.example./%61'))).toBe(0);
  expect(loop(rule('/*', 'https://a.example/new'))).toBe(0);
  expect(loop(rule('/x', 'https://b.example/x'), rule('/a/*', 'https://a.example/a/b/c'))).toBe(1);
  expect(loop(rule('/a', 'https://a.example/b'), rule('/b', 'https://a.example/a'))).toBe(0);
  expect(loop(rule('/a', 'https://a.example/b'), rule('/b', 'https://a.example/c'))).toBeUndefined();
  expect(loop(rule('/a', 'https://b.example/a'))).toBeUndefined();
  expect(loop(rule('/*', 'https://www.a.example/'))).toBeUndefined();
  // The first rule that meets a path is followed, so the loop behind it is never entered.
  expect(loop(rule('/a', 'https://b.example/'), rule('/*', 'https://a.example/a'))).toBeUndefined();
});

test('what a rule keeps of a path is looked at, too', () => {
  const [p, q, x] = ['https://a.example/p', 'https://a.example/q', 'https://a.example/p/x'];
  expect(loop(kept('/p/*', q), rule('/q/x', x))).toBe(0);
  expect(loop(rule('/q/x', x), kept('/p/*', q))).toBe(0);
  expect(loop(rule('/p/*', q), rule('/q/x', x))).toBeUndefined();
  expect(loop(kept('/p/*', q), rule('/q/x', 'https://a.example/x'))).toBeUndefined();
  expect(loop(kept('/p/*', q), kept('/q/*', p))).toBe(0);
  // Two rules behind each other keep it, and the third one leads back.
  expect(loop(kept('/p/*', q), kept('/q/*', 'https://a.example/r'), rule('/r/x/y', `${x}/y`))).toBe(0);
  // Each of two takes a part of it away.
  expect(loop(kept('/p/*', q), kept('/q/x/*', 'https://a.example/r'), rule('/r/y', `${x}/y`))).toBe(0);
  // It grows and grows.
  expect(loop(kept('/p/*', 'https://a.example/p/p'))).toBe(0);
  expect(loop(kept('/*', 'https://a.example/new'))).toBe(0);
  // It gets shorter until nothing is left.
  expect(loop(kept('/a/*', 'https://a.example/'))).toBeUndefined();
  expect(loop(kept('/a/*', 'https://a.example/'), rule('/x', 'https://a.example/a/a/a/y'))).toBeUndefined();
  expect(loop(kept('/a/*', 'https://a.example/'), rule('/x', 'https://a.example/a/a/a/x'))).toBe(0);
  // An earlier rule leads what would go round elsewhere.
  expect(loop(rule('/q/x', 'https://b.example/'), kept('/p/*', q), rule('/q/*', x))).toBeUndefined();
});

/** Follows paths as visitors are followed; tells of each whether it never comes to an end. */
function follower(rules: readonly LoopRule[]): (start: string) => boolean {
  const patterns = rules.map(({ path }) => forwardPattern(path) ?? { segments: [], isPrefix: false });
  const known = new Map<string, boolean>();
  const next = (path: string): string | undefined => {
    const asked = forwardPath(path) ?? { segments: [], isFolder: false };
    const at = patterns.findIndex((pattern) => forwardRemainder(pattern, asked) !== undefined);
    const [met, pattern] = [rules[at], patterns[at]];
    if (met === undefined || pattern === undefined) return undefined;
    const remainder = forwardRemainder(pattern, asked) ?? [];
    const led = new URL(met.keep_path ? joinForward(met.target, remainder, false) : met.target);
    return led.hostname === 'a.example' ? led.pathname : undefined;
  };
  return (start) => {
    const way: string[] = [];
    let path: string | undefined = start;
    while (path !== undefined && !known.has(path) && way.length < 40) {
      way.push(path);
      path = next(path);
    }
    const isRound = path !== undefined && known.get(path) !== false;
    for (const passed of way) known.set(passed, isRound);
    return isRound;
  };
}

test('of any rules those are refused that lead some path round, and no others', () => {
  const path = fc
    .array(fc.constantFrom('p', 'q', 'x'), { maxLength: 3 })
    .map((segments) => `/${segments.join('/')}`);
  const one = fc.record({
    path: fc
      .tuple(path, fc.boolean())
      .map(([bare, isPrefix]) => (isPrefix ? `${bare.replace(/\/$/, '')}/*` : bare)),
    target: fc
      .tuple(path, fc.constantFrom('a.example', 'a.example', 'a.example', 'b.example'))
      .map(([to, host]) => `https://${host}${to}`),
    keep_path: fc.boolean(),
  });
  const segments = ['p', 'q', 'x', 'z'];
  const asked = ['/'];
  for (let at = 0; at < asked.length && asked.length < 341; at++)
    for (const segment of segments) asked.push(`${asked[at] === '/' ? '' : asked[at]}/${segment}`);
  fc.assert(
    fc.property(fc.array(one, { minLength: 1, maxLength: 4 }), (rules) => {
      const round = asked.filter(follower(rules));
      expect([loop(...rules) !== undefined, rules]).toEqual([round.length > 0, rules]);
    }),
    { numRuns: 200 },
  );
});

test('a hundred rules that lead into each other come to an end', () => {
  const rules = Array.from({ length: 100 }, (_, at) => {
    const deep = Array.from({ length: at + 1 }, () => 'a').join('/');
    return kept(`/${deep}/*`, 'https://a.example/');
  });
  expect(loop(...rules)).toBeUndefined();
  expect(loop(...rules.toReversed())).toBeUndefined();
});
