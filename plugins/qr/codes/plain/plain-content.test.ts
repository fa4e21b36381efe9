import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { isPlainWhole, plainContent } from './plain-content.ts';

test.each([
  ['phone', { number: '+254 712 345-678' }, 'tel:+254712345678'],
  ['sms', { number: '0712 345678', text: 'Join & win' }, 'sms:0712345678?body=Join%20%26%20win'],
  ['email', { address: 'shop@example.com' }, 'mailto:shop@example.com'],
  [
    'email',
    { address: 'shop@example.com', subject: '菜单', text: 'one\ntwo' },
    'mailto:shop@example.com?subject=%E8%8F%9C%E5%8D%95&body=one%0D%0Atwo',
  ],
  [
    'wifi',
    { network: 'Café; guests', password: 'a:b"c\\d' },
    'WIFI:S:Café\\; guests;T:WPA;P:a\\:b\\"c\\\\d;;',
  ],
  ['wifi', { network: 'Open' }, 'WIFI:S:Open;T:nopass;;'],
] as const)('%s %o is %s', (kind, values, content) => {
  expect(isPlainWhole(kind, values)).toBe(true);
  expect(plainContent(kind, values)).toBe(content);
});

test.each([
  ['phone', {}],
  ['phone', { number: 'call me' }],
  ['sms', { text: 'no number' }],
  ['email', { address: 'shop@example.com?bcc=all@example.com' }],
  ['email', { address: 'nobody' }],
  ['wifi', { password: 'secret' }],
  ['wifi', { network: '网'.repeat(11) }],
] as const)('%s %o makes no picture', (kind, values) => {
  expect(isPlainWhole(kind, values)).toBe(false);
});

test('nothing that is typed leaves its field', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 40 });
  fc.assert(
    fc.property(text, text, (network, password) => {
      const content = plainContent('wifi', { network, password });
      const parts = content.replaceAll(/\\./gs, '').slice('WIFI:'.length).split(';');
      expect(parts.length).toBe(password === '' ? 4 : 5);
    }),
  );
  fc.assert(
    fc.property(text, text, (subject, body) => {
      const { searchParams } = new URL(
        plainContent('email', { address: 'a@b.example', subject, text: body }),
      );
      expect([...searchParams.keys()].every((name) => name === 'subject' || name === 'body')).toBe(true);
    }),
  );
});
