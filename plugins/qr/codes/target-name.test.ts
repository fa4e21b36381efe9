import { expect, test } from 'bun:test';
import { targetName, targetPlace } from './target-name.ts';

test('a target is called by its address or its contact, and said to be what has no name', () => {
  const say = (key: string) => `<${key}>`;
  const contact = { name: 'Ana' } as never;
  expect(targetName({ url: 'https://example.com/a' }, say)).toBe('https://example.com/a');
  expect(targetName({ contact }, say)).toBe('Ana');
  expect(targetName({ pool: 'p' }, say)).toBe('<qr.code.target.pool>');
  expect(targetName({}, say)).toBe('<qr.code.target.picture>');
});

test('a narrow column tells addresses by their host, and says whole what is none', () => {
  const say = (key: string) => `<${key}>`;
  expect(targetPlace({ url: 'https://example.com/a' }, say)).toBe('example.com/a');
  // It looks like an address without a host.
  expect(targetPlace({ contact: { name: 'sales:ana' } as never }, say)).toBe('sales:ana');
  expect(targetPlace({}, say)).toBe('<qr.code.target.picture>');
});
