import { describe, expect, test } from 'bun:test';
import { formatAddress } from '../sdk/address.ts';
import { createAddressReader, createClientAddressWriter } from './client-address.ts';

function clientOf(
  peer: string,
  forwarded: string | undefined,
  trustedProxies: string[],
  listenHost = '0.0.0.0',
): string {
  const write = createClientAddressWriter({ trustedProxies, listenHost });
  const bytes = new Uint8Array(20);
  const request = new Request(
    'http://h/c',
    forwarded === undefined ? {} : { headers: { 'x-forwarded-for': forwarded } },
  );
  write(request, { requestIP: () => ({ address: peer }) }, bytes, 4);
  return formatAddress(bytes, 4);
}

describe('whose visit it is', () => {
  test('a stranger cannot choose the address that is counted', () => {
    expect(clientOf('203.0.113.9', '1.2.3.4', [])).toBe('203.0.113.9');
    expect(clientOf('203.0.113.9', '1.2.3.4', ['10.0.0.0/8'])).toBe('203.0.113.9');
    expect(clientOf('10.0.0.1', '6.6.6.6, 1.2.3.4', ['10.0.0.0/8'])).toBe('1.2.3.4');
    expect(clientOf('10.0.0.1', '6.6.6.6, nonsense, 10.0.0.2', ['10.0.0.0/8'])).toBe('10.0.0.2');
  });

  test('behind our proxies it is the right-most address that is not ours', () => {
    expect(clientOf('10.0.0.1', '1.2.3.4, 10.1.1.1,10.2.2.2', ['10.0.0.0/8'])).toBe('1.2.3.4');
    expect(clientOf('::ffff:10.0.0.1', '2001:db8::7', ['10.0.0.0/8'])).toBe('2001:db8::7');
    expect(clientOf('fd00::1', '[2001:db8::7]:443', ['fd00::/8'])).toBe('2001:db8::7');
    expect(clientOf('10.0.0.1', '1.2.3.4:5678', ['10.0.0.0/8'])).toBe('1.2.3.4');
    expect(clientOf('10.0.0.1', '10.0.0.7, 10.0.0.8', ['10.0.0.0/8'])).toBe('10.0.0.7');
    expect(clientOf('10.0.0.1', '', ['10.0.0.0/8'])).toBe('10.0.0.1');
    expect(clientOf('127.0.0.1', '1.2.3.4', ['127.0.0.0/8', '::1'], '127.0.0.1')).toBe('1.2.3.4');
  });

  test('a bad proxy range stops the start', () => {
    expect(() => createClientAddressWriter({ trustedProxies: ['10.0.0.0/33'], listenHost: '' })).toThrow(
      '10.0.0.0/33',
    );
  });
});

const request = (forwarded?: string) =>
  new Request(
    'http://localhost/',
    forwarded === undefined ? {} : { headers: { 'x-forwarded-for': forwarded } },
  );

describe('who makes a call', () => {
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
    // As visits have it: whoever looks for an address finds both what it did and what it visited.
    ['2001:DB8:0:0::1', '10.0.0.1', '2001:db8::1'],
    ['2001:0db8:0000:0000:0000:0000:0000:0001', '10.0.0.1', '2001:db8::1'],
    ['fe80::1%eth0', '10.0.0.1', 'fe80::1'],
    ['::ffff:0101:0101', '10.0.0.1', '1.1.1.1'],
  ])('"%s" from %s is %s', (forwarded, peer, expected) => {
    expect(createAddressReader(['10.0.0.0/8', '::1'])(request(forwarded), peer)).toBe(expected);
  });
});
