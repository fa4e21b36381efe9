import { describe, expect, test } from 'bun:test';
import { createAddressReader } from './client-address.ts';

const request = (forwarded?: string) =>
  new Request(
    'http://localhost/',
    forwarded === undefined ? {} : { headers: { 'x-forwarded-for': forwarded } },
  );

describe('client address', () => {
  test('without trusted proxies a forwarded header changes nothing', () => {
    expect(createAddressReader([])(request('1.1.1.1'), '203.0.113.9')).toBe('203.0.113.9');
  });

  test.each([
    ['1.1.1.1', '10.0.0.1', '1.1.1.1'],
    ['9.9.9.9, 1.1.1.1', '10.0.0.1', '1.1.1.1'],
    ['1.1.1.1, 10.0.0.2', '10.0.0.1', '1.1.1.1'],
    ['1.1.1.1', '203.0.113.9', '203.0.113.9'],
    ['not an address', '10.0.0.1', '10.0.0.1'],
    ['', '10.0.0.1', '10.0.0.1'],
    ['1.1.1.1:5555', '10.0.0.1', '1.1.1.1'],
    ['[2001:db8::1]:443', '::1', '2001:db8::1'],
    ['::ffff:1.1.1.1', '::ffff:10.0.0.1', '1.1.1.1'],
  ])('"%s" from %s is %s', (forwarded, peer, expected) => {
    expect(createAddressReader(['10.0.0.0/8', '::1'])(request(forwarded), peer)).toBe(expected);
  });
});
