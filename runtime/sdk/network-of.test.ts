import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { networkOf } from './network-of.ts';

test('an attacker cannot shed failures by walking through the 2^64 addresses of one line', () => {
  const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
  fc.assert(
    fc.property(fc.tuple(group, group, group, group), fc.tuple(group, group, group, group), (host, other) => {
      const prefix = '2001:db8:0:1f';
      return networkOf(`${prefix}:${host.join(':')}`) === networkOf(`${prefix}:${other.join(':')}`);
    }),
  );
  expect(networkOf('2001:db8:0:1f::7')).toBe('2001:db8:0:1f::/64');
  expect(networkOf('2001:0DB8:0000:001F::')).toBe('2001:db8:0:1f::/64');
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64');
  expect(networkOf('2001:db8:0:20::7')).not.toBe(networkOf('2001:db8:0:1f::7'));
  expect(networkOf('::1')).toBe('0:0:0:0::/64');
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
});

test('IPv4 addresses count one by one, also in their IPv6 dress', () => {
  expect(networkOf('203.0.113.9')).toBe('203.0.113.9');
  expect(networkOf('::ffff:203.0.113.9')).toBe('203.0.113.9');
});
