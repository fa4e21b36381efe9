import { describe, expect, test } from 'bun:test';
import type { VisitLink } from '@waypost/contract';
import fc from 'fast-check';
import { within } from './arena.ts';
import { compileLink, compileRetired, jumpTypeOf, rotationOf, STATE_OFFSET } from './compiled-link.ts';
import { LinkIndex } from './link-index.ts';
import { addressAt, countAt, findTarget, keyAt, setCountAt, targetAt, targetCountOf } from './record.ts';
import { bitsOf, EXPIRY, ROW_WORDS, RULES, stateOf } from './rows.ts';

const OWNER = '0123456789abcdef01234567';

function link(id: number, code: string, urls: string[], change: Partial<VisitLink> = {}): VisitLink {
  return {
    id: id.toString(16).padStart(24, '0'),
    owner: OWNER,
    plugin: 'qr',
    host: '',
    code,
    state: 'on',
    targets: urls.map((url) => ({ url, weight: 1, threshold: 0 })),
    rotation_model: 1,
    jump_type: 6,
    access_mode: 1,
    visit_restriction: 1,
    open_log: 1,
    ...change,
  };
}

function put(index: LinkIndex, value: VisitLink): number {
  return index.put({
    id: Buffer.from(value.id, 'hex'),
    host: value.host,
    code: value.code,
    compiled: compileLink(value),
  });
}

function addresses(index: LinkIndex, ordinal: number): string[] {
  const position = index.recordOf(ordinal);
  const bytes = index.arena.bytesAt(position);
  return Array.from({ length: targetCountOf(bytes, within(position)) }, (_, target) =>
    addressAt(bytes, targetAt(bytes, within(position), target)),
  );
}

describe('the link index', () => {
  test('answers what was published: state, rules, expiry, owner, targets', () => {
    const index = new LinkIndex();
    const ordinal = put(
      index,
      link(1, 'aB_-9', ['https://a.example/x', 'https://b.example/'], {
        state: 'frozen',
        jump_type: 4,
        rotation_model: 3,
        expires_at: '2030-01-02T03:04:05.000Z',
      }),
    );
    const row = index.rows.subarray(ordinal * ROW_WORDS, (ordinal + 1) * ROW_WORDS);
    const bits = bitsOf(row[RULES] as number);
    expect(index.find(index.hosts.numberOf(''), 'aB_-9')).toBe(ordinal);
    expect(index.find(index.hosts.numberOf(''), 'ab_-9')).toBe(-1);
    expect(addresses(index, ordinal)).toEqual(['https://a.example/x', 'https://b.example/']);
    expect(stateOf(row[RULES] as number)).toBe(3);
    expect(row[EXPIRY]).toBe(Date.UTC(2030, 0, 2, 3, 4, 5) / 1000);
    expect([jumpTypeOf(bits), rotationOf(bits)]).toEqual([4, 3]);
    expect(Buffer.from(index.ownerWords.buffer, 0, 12).toString('hex')).toBe(OWNER);
  });

  test('a retired address is found, leads nowhere and costs a third of a link with one target', () => {
    const address = `https://target.example/${'x'.repeat(40)}`;
    const kept = new LinkIndex();
    const retired = new LinkIndex();
    for (let number = 1; number <= 1000; number++) {
      const value = link(number, `code${number}`, [address]);
      put(kept, value);
      put(retired, value);
      const { id, owner, plugin, host, code } = value;
      const compiled = compileRetired({ id, owner, plugin, host, code });
      retired.put({ id: Buffer.from(id, 'hex'), host, code, compiled });
    }
    const ordinal = retired.find(retired.hosts.numberOf(''), 'code7');
    expect(stateOf(retired.rows[ordinal * ROW_WORDS + RULES] as number)).toBe(1);
    expect(addresses(retired, ordinal)).toEqual([]);
    expect(retired.size).toBe(1000);
    const live = (index: LinkIndex) => index.arena.usedBytes - index.arena.deadBytes;
    expect(live(retired) * 3).toBeLessThan(live(kept));
    expect(() => {
      const on = compileRetired(link(1, 'x', [address]));
      on[STATE_OFFSET] = 0;
      retired.put({ id: Buffer.alloc(12, 9), host: '', code: 'x', compiled: on });
    }).toThrow('not a compiled link');
  });

  test('the same code on two hosts is two links', () => {
    const index = new LinkIndex();
    put(index, link(1, 'x', ['https://a.example/'], { host: 'one.example' }));
    put(index, link(2, 'x', ['https://b.example/'], { host: 'two.example' }));
    expect(addresses(index, index.find(index.hosts.numberOf('one.example'), 'x'))).toEqual([
      'https://a.example/',
    ]);
    expect(index.hasHost('two.example')).toBe(true);
    expect(index.hasHost('')).toBe(false);
  });

  test('a changed link keeps the counts of the targets that stay', () => {
    const index = new LinkIndex();
    const ordinal = put(index, link(1, 'x', ['https://a.example/', 'https://b.example/']));
    const before = index.recordOf(ordinal);
    setCountAt(index.arena.bytesAt(before), targetAt(index.arena.bytesAt(before), within(before), 1), 41);
    put(index, link(1, 'x', ['https://c.example/', 'https://b.example/']));
    const after = index.recordOf(ordinal);
    const bytes = index.arena.bytesAt(after);
    expect(countAt(bytes, targetAt(bytes, within(after), 0))).toBe(0);
    expect(countAt(bytes, targetAt(bytes, within(after), 1))).toBe(41);
    expect(findTarget(bytes, within(after), keyAt(bytes, targetAt(bytes, within(after), 1)))).toBeGreaterThan(
      0,
    );
  });

  test('a damaged record is refused and changes nothing', () => {
    const index = new LinkIndex();
    const good = compileLink(link(1, 'x', ['https://a.example/']));
    for (let length = 0; length < good.length; length++) {
      expect(() =>
        index.put({ id: Buffer.alloc(12), host: '', code: 'x', compiled: good.subarray(0, length) }),
      ).toThrow(RangeError);
    }
    expect(index.size).toBe(0);
  });

  test('after any series of changes it holds what a Map would hold, in bounded space', () => {
    const change = fc.record({
      id: fc.integer({ min: 1, max: 12 }),
      code: fc.integer({ min: 0, max: 9 }),
      length: fc.integer({ min: 0, max: 1500 }),
      isRemoval: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 300 }), (changes) => {
        const index = new LinkIndex();
        const model = new Map<number, { code: string; url: string }>();
        for (const { id, code, length, isRemoval } of changes) {
          if (isRemoval) {
            const hex = id.toString(16).padStart(24, '0');
            expect(index.removeById(Buffer.from(hex, 'hex'))).toBe(model.delete(id));
            continue;
          }
          const url = `https://a.example/${'p'.repeat(length)}`;
          for (const [other, held] of model)
            if (held.code === `c${code}` && other !== id) model.delete(other);
          model.set(id, { code: `c${code}`, url });
          put(index, link(id, `c${code}`, [url]));
        }
        expect(index.size).toBe(model.size);
        const held = [...model.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
        const host = index.hosts.numberOf('');
        const found = Array.from({ length: 10 }, (_, code) => index.find(host, `c${code}`)).filter(
          (at) => at >= 0,
        );
        expect(
          found.map((ordinal) => ({
            code: index.codeOf(ordinal),
            url: addresses(index, ordinal)[0] as string,
          })),
        ).toEqual(held);
      }),
      { numRuns: 60 },
    );
  });

  test('space of replaced links comes back', () => {
    const index = new LinkIndex();
    const filler = 'p'.repeat(1800);
    for (let round = 0; round < 20; round++) {
      for (let id = 1; id <= 1000; id++)
        put(index, link(id, `c${id}`, [`https://a.example/${round}${filler}`]));
    }
    expect(index.arena.usedBytes).toBeLessThan(4 * 1000 * 2000 + 8 * 2 ** 20);
    expect(addresses(index, index.find(0, 'c777'))[0]).toStartWith('https://a.example/19');
  });
});
