import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { createPasswordPasses, PASS_PART_SECONDS } from './password-pass.ts';

const NOW = Date.UTC(2026, 0, 1);
const LINK = { id: 'a1'.repeat(12), hash: '$argon2id$v=19$m=8,t=1,p=1$c2FsdA$aGFzaA' };
const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };
const passes = createPasswordPasses(new Uint8Array(32).fill(1), random);

test('a pass is known to every process with the same key, and to no other', () => {
  const pass = passes.make(LINK, NOW);
  const elsewhere = createPasswordPasses(new Uint8Array(32).fill(1), random);
  expect(elsewhere.read(LINK, pass, NOW + 1000)).toMatchObject({ age: 1 });
  const stranger = createPasswordPasses(new Uint8Array(32).fill(2), random);
  expect(stranger.read(LINK, pass, NOW)).toBeUndefined();
});

test('two passes of one moment are two', () => {
  expect(passes.make(LINK, NOW)).not.toBe(passes.make(LINK, NOW));
});

test('a pass opens no other link, not the same one under another password, and nothing later', () => {
  const pass = passes.make(LINK, NOW);
  expect(passes.read({ ...LINK, id: 'b2'.repeat(12) }, pass, NOW)).toBeUndefined();
  expect(passes.read({ ...LINK, hash: `${LINK.hash}x` }, pass, NOW)).toBeUndefined();
  expect(passes.read(LINK, pass, NOW + PASS_PART_SECONDS * 1000)).toBeUndefined();
  expect(passes.read(LINK, pass, NOW - 61_000)).toBeUndefined();
});

test('nothing that somebody makes up is a pass', () => {
  const [time = '', nonce = '', mac = ''] = passes.make(LINK, NOW).split('.');
  const later = (Number.parseInt(time, 36) + 30).toString(36);
  for (const forged of [`${later}.${nonce}.${mac}`, `${time}.${nonce}`, `${time}.${nonce}.${mac}x`, '', '.'])
    expect(passes.read(LINK, forged, NOW)).toBeUndefined();
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(passes.read(LINK, text, NOW)).toBeUndefined();
    }),
  );
});
