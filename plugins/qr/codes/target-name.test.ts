import { expect, test } from 'bun:test';
import { visitContact } from '@waypost/contract';
import { targetName, targetPlace } from './target-name.ts';

test('a target is called by its address or its contact, and said to be what has no name', () => {
  const say = (key: string) => `<${key}>`;
  const contact = visitContact.parse({ name: 'Ana' });
  expect(targetName({ url: 'https://example.com/a' }, say)).toBe('https://example.com/a');
  expect(targetName({ contact }, say)).toBe('Ana');
  expect(targetName({ pool: 'p' }, say)).toBe('<qr.code.target.pool>');
  expect(targetName({}, say)).toBe('<qr.code.target.picture>');
});

test('a column tells addresses without their scheme, and says whole what is none', () => {
  const say = (key: string) => `<${key}>`;
  expect(targetPlace({ url: 'https://example.com/a' }, say)).toBe('example.com/a');
  // It looks like an address.
  expect(targetPlace({ contact: visitContact.parse({ name: 'sales:ana' }) }, say)).toBe('sales:ana');
  expect(targetPlace({}, say)).toBe('<qr.code.target.picture>');
});
