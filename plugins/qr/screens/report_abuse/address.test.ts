import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { reportedPlace } from './address.ts';

test('an address is known as people copy it', () => {
  for (const address of [
    'https://Go.Example.com/aB3xY9z',
    ' go.example.com/aB3xY9z?s=abc#top ',
    'http://go.example.com:8080/aB3xY9z',
  ])
    expect(reportedPlace(address)).toEqual({ host: 'go.example.com', short_code: 'aB3xY9z' });
});

test('nothing else is taken for one', () => {
  for (const address of [
    '',
    'go.example.com',
    'https://go.example.com/a/b',
    'https://go.example.com@6.6.6.6/aB3xY9z',
    'javascript:alert(1)',
    'x y',
  ])
    expect(reportedPlace(address)).toBeUndefined();
  fc.assert(fc.property(fc.string(), (text) => void reportedPlace(text)));
});
