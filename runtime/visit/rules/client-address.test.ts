import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { formatAddress, isInRanges, parseAddress, parseRange } from './address.ts';
import { createClientAddressWriter } from './client-address.ts';

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

describe('addresses', () => {
  test('every IPv4 and IPv6 text comes back as itself', () => {
    fc.assert(
      fc.property(fc.ipV4(), (text) => {
        expect(formatAddress(parseAddress(text) as Uint8Array)).toBe(text);
      }),
    );
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        const canonical = formatAddress(parseAddress(text) as Uint8Array);
        expect(parseAddress(canonical)).toEqual(parseAddress(text) as Uint8Array);
      }),
    );
    expect(formatAddress(parseAddress('2001:DB8:0:0:1:0:0:1') as Uint8Array)).toBe('2001:db8::1:0:0:1');
  });

  test('what is no address is refused, and nothing throws', () => {
    for (const text of [
      '',
      '1.2.3',
      '1.2.3.4.5',
      '256.1.1.1',
      '01.2.3.4',
      '1..2.3',
      ':',
      ':::',
      '1::2::3',
      'g::1',
      '12345::',
    ]) {
      expect(parseAddress(text)).toBeUndefined();
    }
    fc.assert(fc.property(fc.string(), (text) => void parseAddress(text)));
  });

  test('a range holds exactly the addresses that share its bits', () => {
    const range = [parseRange('192.168.128.0/17')].flatMap((found) => found ?? []);
    expect(isInRanges(range, parseAddress('192.168.255.1') as Uint8Array, 0)).toBe(true);
    expect(isInRanges(range, parseAddress('192.168.127.255') as Uint8Array, 0)).toBe(false);
    expect(isInRanges(range, parseAddress('::1') as Uint8Array, 0)).toBe(false);
  });
});
