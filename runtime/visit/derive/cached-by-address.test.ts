import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { ADDRESS_BYTES } from '../../sdk/address.ts';
import { cachedByAddress } from './cached-by-address.ts';

const slow = (address: string) => ({ of: Buffer.from(address, 'latin1').toString('hex') });
const mapped = (address: number): Buffer => {
  const bytes = Buffer.alloc(ADDRESS_BYTES);
  bytes.fill(0xff, 10, 12);
  bytes.writeUInt32BE(address >>> 0, 12);
  return bytes;
};

test('each address has the answer that is its own, however many others came, IPv4 and IPv6, and those that look alike', () => {
  const answers = cachedByAddress(slow);
  // Few addresses that come again, many that drive them out, and 0.0.0.0.
  const ipv4 = fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer()).map(mapped);
  const alike = ipv4.map((bytes) => Buffer.from(bytes).fill(1, 0, 1));
  const ipv6 = fc.uint8Array({ minLength: ADDRESS_BYTES, maxLength: ADDRESS_BYTES }).map(Buffer.from);
  fc.assert(
    fc.property(fc.array(fc.oneof(ipv4, ipv4, alike, ipv6), { maxLength: 200 }), (addresses) => {
      for (const bytes of addresses) expect(answers(bytes).of).toBe(bytes.toString('hex'));
    }),
    { numRuns: 500 },
  );
});

test('an address that comes again is not asked for again, and more than there is room for are answered all the same', () => {
  let asked = 0;
  const answers = cachedByAddress((address) => {
    asked++;
    return slow(address);
  });
  const many = 300_000;
  for (let address = 0; address < many; address++)
    if (answers(mapped(address)).of !== mapped(address).toString('hex')) throw new Error(String(address));
  expect(asked).toBe(many);
  const again = mapped(many - 1);
  expect(answers(again)).toBe(answers(again));
  expect(asked).toBe(many);
  // Those of before everything was forgotten, too.
  for (let address = 0; address < many; address++)
    if (answers(mapped(address)).of !== mapped(address).toString('hex')) throw new Error(String(address));
});
