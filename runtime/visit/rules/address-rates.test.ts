import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { parseAddress } from '../../sdk/address.ts';
import { createAddressRates } from './address-rates.ts';

const addressOf = (text: string): Uint8Array => parseAddress(text) ?? new Uint8Array(16);

function start() {
  let now = 1_700_000_000_000;
  const rates = createAddressRates({
    clock: { now: () => now, date: () => new Date(now) },
    random: { bytes: (length) => new Uint8Array(length).fill(7), number: () => 0 },
  });
  const marks = [{}, {}];
  return {
    wait: (seconds: number) => {
      now += seconds * 1000;
    },
    count: (ip: string, { rule = 0, scope = 0, isCounted = true, seconds = 60 } = {}) => {
      const name = { first: 0, second: 0 };
      rates.nameOf(addressOf(ip), name);
      return rates.count({ mark: marks[rule] as never, scope, name, isCounted, now }, seconds);
    },
  };
}

test('visits of an address are counted from the first of them until the window ends', () => {
  const { count, wait } = start();
  expect([count('192.0.2.1'), count('192.0.2.1'), count('192.0.2.2')]).toEqual([1, 2, 1]);
  wait(59);
  expect(count('192.0.2.1')).toBe(3);
  wait(1);
  expect(count('192.0.2.1')).toBe(1);
});

test('rules, and places that share one, count for themselves', () => {
  const { count } = start();
  count('192.0.2.1');
  expect(count('192.0.2.1', { rule: 1 })).toBe(1);
  expect(count('192.0.2.1', { scope: 4 })).toBe(1);
  expect(count('192.0.2.1')).toBe(2);
});

test('what is only looked at changes nothing', () => {
  const { count } = start();
  expect([count('192.0.2.1', { isCounted: false }), count('192.0.2.1')]).toEqual([1, 1]);
  expect([count('192.0.2.1', { isCounted: false }), count('192.0.2.1')]).toEqual([1, 2]);
});

test('all addresses of one network of IPv6 are one visitor', () => {
  const { count } = start();
  expect([count('2001:db8:1:2::1'), count('2001:db8:1:2:ffff::9'), count('2001:db8:1:3::1')]).toEqual([
    1, 2, 1,
  ]);
});

test('a flood of addresses pushes nobody out who has come often, and counts nobody twice', () => {
  const { count } = start();
  for (let at = 0; at < 50; at++) count('192.0.2.1');
  for (let at = 0; at < 200_000; at++) count(`10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`);
  expect(count('192.0.2.1')).toBe(51);
});

test('never more is counted than has come', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(40), fc.nat(30)), { maxLength: 300 }), (visits) => {
      const { count, wait } = start();
      const came = new Map<number, number>();
      for (const [who, seconds] of visits) {
        wait(seconds / 10);
        came.set(who, (came.get(who) ?? 0) + 1);
        const counted = count(`192.0.2.${who}`);
        expect(counted >= 1 && counted <= (came.get(who) ?? 0)).toBe(true);
      }
    }),
    { numRuns: 50 },
  );
});
