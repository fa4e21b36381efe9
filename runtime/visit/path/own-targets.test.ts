import { expect, test } from 'bun:test';
import type { VisitLink } from '@waypost/contract';
import fc from 'fast-check';
import { compileLink } from '../links/compiled-link.ts';
import { LinkIndex } from '../links/link-index.ts';
import { hostHash, readHost } from '../rules/host-name.ts';
import { testLink } from '../testing/use-visit-path.ts';
import { createOwnTargets, hopsOf, withHops } from './own-targets.ts';

const HOSTS = ['', 'one.example', 'two.example', 'own.example', 'gone.example'] as const;
const CODES = ['a', 'b', 'c'] as const;

const idOf = (number: number): string => number.toString(16).padStart(24, '0');

function put(index: LinkIndex, number: number, host: string, code: string): number {
  const link: VisitLink = testLink({ id: idOf(number), host, code });
  return index.put({ id: Buffer.from(link.id, 'hex'), host, code, compiled: compileLink(link) });
}

const change = fc.record({
  number: fc.integer({ min: 1, max: 6 }),
  host: fc.constantFrom(...HOSTS),
  code: fc.constantFrom(...CODES),
  isRemoval: fc.boolean(),
});

test('who comes by one host again and again gets what stands there now, whatever is bound and released meanwhile', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
      const index = new LinkIndex();
      const targets = createOwnTargets(index, ['own.example'], ['gone.example']);
      // Kept over all visits, as the handler keeps the last one.
      const visited = HOSTS.map(readHost);
      const model = new Map<number, string>();
      const ordinals = new Map<string, number>();
      for (const { number, host, code, isRemoval } of changes) {
        const key = `${host}/${code}`;
        if (isRemoval) {
          index.removeById(Buffer.from(idOf(number), 'hex'));
          model.delete(number);
        } else {
          for (const [other, held] of model) if (held === key) model.delete(other);
          model.set(number, key);
          ordinals.set(key, put(index, number, host, code));
        }
        const held = new Set(model.values());
        for (const one of visited) {
          const isBound = CODES.some((asked) => held.has(`${one.name}/${asked}`));
          for (const asked of CODES) {
            const own = `${one.name}/${asked}`;
            const isOpen = one.name !== 'gone.example' && (!isBound || one.name === 'own.example');
            const expected = held.has(own) ? own : isOpen && held.has(`/${asked}`) ? `/${asked}` : undefined;
            const found = targets.find(one, asked);
            expect(found).toBe(expected === undefined ? -1 : (ordinals.get(expected) as number));
          }
        }
      }
    }),
  );
});

test('of ten thousand hosts each is known as our own, and what only looks like one is not', () => {
  const index = new LinkIndex();
  const targets = createOwnTargets(index, ['own.example:8443']);
  for (let number = 1; number <= 10_000; number++) put(index, number, `d${number}.example`, 'abc');
  const visited = readHost('d7.example');
  const resolve = (address: string): number => targets.resolve(address, visited);
  const ordinal = index.find(index.hosts.numberOf('d777.example'), 'abc');
  expect(resolve('https://d777.example/abc')).toBe(ordinal);
  expect(resolve('https://d777.example/abc/?x=1')).toBe(ordinal);
  expect(resolve('https://d777.example/abd')).toBe(-1);
  expect(resolve('https://d777.example:8443/abc')).toBe(-1);
  expect(resolve('https://d10001.example/abc')).toBe(-1);
  expect(resolve('https://d777.example.other.example/abc')).toBe(-1);
  let passed = 0;
  for (let number = 0; number < 10_000; number++) {
    const name = `t${number}.shop.example`;
    if (targets.mayBeOwn(hostHash(name), visited)) passed++;
    expect(targets.resolve(`https://${name}/abc`, visited)).toBe(-1);
  }
  expect(passed).toBeLessThan(2500);
});

test('the hops of a chain stand in an address once, and change nothing else of it', () => {
  const address = 'https://own.example/abc?q=%C4%E3&b=a%20b~&flag';
  const once = withHops(`${address}#end`, 1);
  expect(once).toBe(`${address}&waypost_hop=1#end`);
  expect(withHops(once, 2)).toBe(`${address}&waypost_hop=2#end`);
  expect(withHops('https://own.example/abc?%77aypost_hop=7', 1)).toBe(
    'https://own.example/abc?waypost_hop=1',
  );
  expect(withHops('https://own.example/abc#x?y', 1)).toBe('https://own.example/abc?waypost_hop=1#x?y');
  expect([once, 'https://own.example/abc?xwaypost_hop=4&waypost_hop=2', address].map(hopsOf)).toEqual([
    1, 2, 0,
  ]);
});
