import { expect, test } from 'bun:test';
import { beginWith } from './begin-with.ts';

test('a pasted link becomes the target, and the code has a name already', () => {
  expect(beginWith(' https://www.example.com/menu/?lang=zh ')).toEqual({
    name: 'example.com/menu',
    targets: [{ url: 'https://www.example.com/menu/?lang=zh' }],
  });
});

test('a link without a scheme is one of https, also with a port', () => {
  expect(beginWith('example.com').targets).toEqual([{ url: 'https://example.com' }]);
  expect(beginWith('example.com:8443/a').targets).toEqual([{ url: 'https://example.com:8443/a' }]);
});

test('whatever else was pasted stands in the form, which says what is wrong with it', () => {
  expect(beginWith(null)).toEqual({ targets: [{ url: '' }] });
  expect(beginWith('two words')).toEqual({ targets: [{ url: 'https://two words' }] });
  expect(beginWith(`a.com/${'x'.repeat(100)}`).name).toHaveLength(60);
});
