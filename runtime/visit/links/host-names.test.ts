import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { hostHash, nameHash, readHost, splitHost } from '../rules/host-name.ts';
import { HostNames } from './host-names.ts';

/** Hosts as people and programs write them, and as nobody should. */
const header = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'z', 'A', '0', '9', '-', '.', ':', '[', ']', ' ', 'ü', '好') }),
  fc.domain(),
  fc.tuple(fc.domain(), fc.integer({ min: 0, max: 65_535 })).map(([name, port]) => `${name}:${port}`),
  fc.tuple(fc.ipV6(), fc.integer({ min: 0, max: 65_535 })).map(([name, port]) => `[${name}]:${port}`),
);

test('a host is read as it was ever split, whichever way it is written', () => {
  fc.assert(
    fc.property(header, (text) => {
      const { name, port, hash } = readHost(text);
      expect({ name, port }).toEqual(splitHost(text));
      expect(hash).toBe(nameHash(name));
      expect((hash ^ (hash >>> 16)) & 0xffff).toBe(hostHash(name));
    }),
    { numRuns: 2000 },
  );
});

test('each name has one number and is found by it, and no other name is', () => {
  fc.assert(
    fc.property(fc.array(header, { maxLength: 200 }), fc.array(header), (kept, asked) => {
      const names = new HostNames();
      const model = new Map<string, number>();
      for (const name of kept) {
        if (!model.has(name)) model.set(name, model.size);
        expect(names.intern(name)).toBe(model.get(name) as number);
      }
      expect(names.list()).toEqual([...model.keys()]);
      expect(names.size).toBe(model.size);
      for (const name of [...asked, ...kept]) {
        const number = model.get(name) ?? -1;
        expect(names.numberOf(name)).toBe(number);
        if (number < 0) continue;
        expect(names.nameOf(number)).toBe(name);
        expect(names.hashOf(number)).toBe(nameHash(name));
      }
    }),
  );
});

test('names of one hash are told apart', () => {
  // Two of 32 bits that FNV-1a does not tell apart.
  const [one, other] = ['costarring', 'liquid'];
  expect(nameHash(one)).toBe(nameHash(other));
  const names = new HostNames();
  expect(names.intern(one)).toBe(0);
  expect(names.numberOf(other)).toBe(-1);
  expect(names.intern(other)).toBe(1);
  expect([names.numberOf(one), names.numberOf(other)]).toEqual([0, 1]);
  expect([names.isNamed(0, one), names.isNamed(0, other), names.isNamed(0, `${one}s`)]).toEqual([
    true,
    false,
    false,
  ]);
});

test('a hundred thousand names are found', () => {
  const names = new HostNames();
  for (let number = 0; number < 100_000; number++) names.intern(`d${number}.example`);
  for (let number = 0; number < 100_000; number += 97)
    expect(names.numberOf(`d${number}.example`)).toBe(number);
  expect(names.numberOf('d100000.example')).toBe(-1);
});
