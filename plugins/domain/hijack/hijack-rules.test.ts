import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { judgeAnswers } from './judge-answers.ts';
import { normalized, titleOf } from './read-page.ts';
import { PUBLIC_RESOLVERS, readResolvers } from './read-resolvers.ts';
import type { SaidBy } from './stored.ts';
import { KNOWING, SAIDS } from './values.ts';

describe('a page', () => {
  test('is the same whatever it counts, whenever it was made, and however it is laid out', () => {
    const one =
      '<html>\n <head><script nonce="a1b2c3">x()</script></head><p>Visit 17 at 12:01, token 9f8e7d6c5b</p>';
    const other =
      '<HTML> <head><script nonce=zzz>x()</script></head>\n<p>Visit 4711 at 23:59, token 0a1b2c3d4e5f</p><!-- cached -->';
    expect(normalized(one)).toBe(normalized(other));
    expect(normalized(`${one}<script src="//evil.example/a.js"></script>`)).not.toBe(normalized(one));
  });

  test('that is normalized is normalized, whatever stands in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'<>! -"ab1f \n#=nonce') }), (page) => {
        const once = normalized(page);
        return normalized(once).length <= once.length;
      }),
    );
  });

  // A pattern that looks for the end of each takes minutes for this: the process serves visits as well.
  test('that begins a million things and ends none is read all the same', () => {
    const many = (text: string) => text.repeat(Math.floor(2 ** 20 / text.length));
    expect(normalized(many('<!--'))).toHaveLength(2 ** 20);
    expect(normalized(many('<!-- a -->'))).toBe('');
    expect(titleOf(many('<title'))).toBe('');
    expect(titleOf(`${many('<titles>')}<title>Shop</title>`)).toBe('Shop');
  }, 10_000);

  test('has a title, or none', () => {
    expect(titleOf('<html><TITLE lang="en">\n For\n sale </TITLE>')).toBe('For sale');
    expect(titleOf('<p>nothing</p>')).toBe('');
    expect(titleOf(`<title>${'x'.repeat(999)}</title>`)).toHaveLength(200);
  });
});

describe('answers', () => {
  const said = fc.record({
    by: fc.constantFrom('9.9.9.9', '1.1.1.1', 'zone'),
    transport: fc.constantFrom('udp' as const, 'tcp' as const),
    said: fc.constantFrom(...SAIDS),
    addresses: fc.constant<string[]>([]),
    aliases: fc.constant<string[]>([]),
    was_cut: fc.boolean(),
    ms: fc.nat(),
  });

  test('of those who cannot say are no sign of anything, however many there are', () => {
    const silent = said.filter((one) => !KNOWING.has(one.said));
    fc.assert(
      fc.property(fc.array(said), fc.array(silent), (some: SaidBy[], more: SaidBy[]) => {
        const given = { isOwnKnown: true };
        const known = some.filter((one) => KNOWING.has(one.said));
        if (known.length === 0) expect(judgeAnswers([...some, ...more], given).finding).toBe('unknown');
        else expect(judgeAnswers([...some, ...more], given)).toEqual(judgeAnswers(known, given));
      }),
    );
  });

  test('are as expected only where everybody who can say says so', () => {
    fc.assert(
      fc.property(fc.array(said), (some: SaidBy[]) => {
        const known = some.filter((one) => KNOWING.has(one.said));
        const isGood = known.length > 0 && known.every((one) => one.said === 'expected');
        return (judgeAnswers(some, { isOwnKnown: true }).finding === 'good') === isGood;
      }),
    );
  });
});

test.each<[string, boolean]>([
  ['', true],
  ['9.9.9.9', true],
  ['9.9.9.9, 2620:fe::fe 1.1.1.1', true],
  ['10.0.0.1', false],
  ['9.9.9.9,192.168.0.1', false],
  ['127.0.0.1', false],
  ['169.254.169.254', false],
  ['::1', false],
  ['[2620:fe::fe]', false],
  ['::ffff:127.0.0.1', false],
  ['fd00::53', false],
  ['9.9.9.9:22', false],
  ['0x7f.1', false],
  ['2130706433', false],
  ['dns.example', false],
  [Array.from({ length: 9 }, (_, at) => `9.9.9.${at + 1}`).join(','), false],
])('resolvers may be entered as %j: %p', (text, isRight) => {
  expect(PUBLIC_RESOLVERS.test(text)).toBe(isRight);
  if (isRight) expect(readResolvers(text)).toEqual(text.split(/[, ]+/).filter((part) => part !== ''));
});
