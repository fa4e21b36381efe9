import { expect, test } from 'bun:test';
import type { NetworkInterfaceInfo } from 'node:os';
import { serverAddress } from './server-address.ts';

const one = (address: string, family: 'IPv4' | 'IPv6', internal = false) =>
  ({ address, family, internal }) as NetworkInterfaceInfo;

test('an entry says on which machine it was written, by an address that others know', () => {
  const lo = [one('127.0.0.1', 'IPv4', true), one('::1', 'IPv6', true)];
  expect(serverAddress({ lo, eth0: [one('2001:db8::7', 'IPv6'), one('192.0.2.7', 'IPv4')] })).toBe(
    '192.0.2.7',
  );
  expect(serverAddress({ lo, eth0: [one('2001:db8::7', 'IPv6')] })).toBe('2001:db8::7');
  expect(serverAddress({ lo })).toBe('127.0.0.1');
});
