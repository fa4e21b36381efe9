import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { proves } from './ask-proof.ts';

const TOKEN = 'waypost=0123456789abcdef0123456789abcdef';
const answer = (values: readonly string[], aliases: readonly string[] = []) => ({
  records: values.map((value) => ({ value })),
  aliases,
});

test('a record proves a name to the letter, among whatever others: one that only looks like it proves nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), fc.string(), fc.string(), (others, before, after) => {
      fc.pre(before + after !== '' && !others.includes(TOKEN));
      expect(proves(answer([...others, before + TOKEN + after]), 'TXT', TOKEN)).toBe(false);
      expect(proves(answer([...others, TOKEN]), 'TXT', TOKEN)).toBe(true);
    }),
  );
});

test('an alias on the way proves a name by CNAME alone', () => {
  expect(proves(answer([], ['go.example']), 'CNAME', 'go.example')).toBe(true);
  expect(proves(answer([], ['go.example']), 'TXT', 'go.example')).toBe(false);
});
