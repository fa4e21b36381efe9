import { expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  fillArguments,
  isTamePattern,
  NEW_PARAMETER,
  placesOf,
  valueSchema,
  valuesSchema,
  zProgram,
} from './rules.ts';

const text = { ...NEW_PARAMETER, name: 'who' };

test('what is typed stays one argument, whatever it is', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      const found = fillArguments(['--of={{a}}', 'x{{b}}{{a}}', '{{c}}'], { a, b, c: 'c' });
      expect(found).toEqual({ words: [`--of=${a}`, `x${b}${a}`, 'c'] });
    }),
  );
});

// `-rf` typed for a name would be an option of the program.
test('what begins an argument is no option', () => {
  expect(fillArguments(['{{who}}'], { who: '-rf' })).toEqual({ option: 'who' });
  expect(fillArguments(['--', 'a{{who}}'], { who: '-rf' })).toEqual({ words: ['--', 'a-rf'] });
  // What is typed is no template: a place in it stays as it is.
  expect(fillArguments(['{{a}}'], { a: '{{b}}', b: 'x' })).toEqual({ words: ['{{b}}'] });
  expect(fillArguments(['{{a}}{{b}}'], { a: '', b: '-x' })).toEqual({ option: 'a' });
});

test.each(['a\nb', 'a\0b', 'a\u001b[2J', 'a\u2028b', '\ud800', ''])('%j is typed for no text', (value) => {
  expect(valueSchema(text).safeParse(value).success).toBe(false);
});

test.each([';id', '$(id)', "'; id; '", 'ä 中', '-x', ' '])('%j is a text like any other', (value) => {
  expect(valueSchema(text).safeParse(value).success).toBe(true);
});

test('numbers, choices and patterns hold all of a value', () => {
  const number = valueSchema({ ...text, kind: 'number', minimum: 1, maximum: 5 });
  expect(['1', '5', '0', '6', '1e0', '1 ', '', '0x1'].filter((one) => number.safeParse(one).success)).toEqual(
    ['1', '5'],
  );
  const choice = valueSchema({ ...text, kind: 'choice', choices: ['on', 'off'] });
  expect(['on', 'On', '', 'on\n'].filter((one) => choice.safeParse(one).success)).toEqual(['on']);
  const pattern = valueSchema({ ...text, pattern: '[a-z]+|[0-9]{2}' });
  expect(['abc', '12', 'abc1', 'abc\n', '123'].filter((one) => pattern.safeParse(one).success)).toEqual([
    'abc',
    '12',
  ]);
});

test('no value is missing and none is too much', () => {
  const schema = valuesSchema([text], ['a{{who}}', '{{who}}']);
  expect(schema.safeParse({ who: 'a' }).success).toBe(true);
  expect(schema.safeParse({ who: '-a' }).success).toBe(false);
  expect(schema.safeParse({}).success).toBe(false);
  expect(schema.safeParse({ who: 'a', other: 'b' }).success).toBe(false);
});

// A pattern that goes on for minutes would hold up every visit of this process.
test.each([
  ...['(a+)+', '(a|aa)*', 'a*a*a*a*', '(?=a)b', '(a)\\1', '[', '(?<x>a)\\k<x>', '(a{1,9}){1,9}'],
  // Two ways for each of many parts are as bad as a group that repeats.
  ...['a?'.repeat(40) + 'a'.repeat(40), '(a|a)'.repeat(30), '(?:a|aa|aaa)'.repeat(16), 'a*a*a*a?a?a?a?'],
])('pattern %s is refused', (pattern) => expect(isTamePattern(pattern)).toBe(false));

test('patterns that are taken need no time, whatever they are held against', () => {
  for (const pattern of [
    '[a-z0-9-]{1,63}',
    '\\d+\\.\\d+\\.\\d+',
    '(?:on|off)',
    '.*',
    '[+*]\\)\\+',
    'a*a*a*b',
    'https?:[a-z.]+',
    '(?:start|stop|restart|reload|status)',
    '(?:GET|PUT|POST|DELETE) (?:v1|v2|v3)',
    '[a-z]+(?:-[a-z]+(?:@[0-9]{1,3}))',
  ]) {
    expect([pattern, isTamePattern(pattern)]).toEqual([pattern, true]);
    const start = performance.now();
    valueSchema({ ...text, pattern }).safeParse('a'.repeat(200));
    expect(performance.now() - start).toBeLessThan(500);
  }
});

test('programs are names or paths, and never options', () => {
  const taken = ['df', '/usr/bin/df', './x', '-c', 'a b', '', '{{who}}', 'a\nb'].filter(
    (one) => zProgram.safeParse(one).success,
  );
  expect(taken).toEqual(['df', '/usr/bin/df', './x']);
  expect([...placesOf(['a{{b}}', '{{c_1}}', '{{ d }}'])]).toEqual(['b', 'c_1']);
});
