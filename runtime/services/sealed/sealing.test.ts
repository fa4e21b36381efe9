import { beforeEach, expect, test } from 'bun:test';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { AppError, type Challenge, sealedInfo, zChallenge } from '@waypost/contract';
import { sealValue } from './seal.ts';
import { createSealing } from './sealing.ts';

const place = { area: 'administrator', call: 'login', field: 'password' };
const deriveKey = (purpose: string) => hmac(sha256, new Uint8Array(32), new TextEncoder().encode(purpose));
let now = 0;
let counter = 0;
let used: Set<string>;

function newProcess() {
  return createSealing({
    deriveKey,
    clock: { now: () => now, date: () => new Date(now) },
    random: { bytes: (length) => new Uint8Array(length).fill(++counter), number: () => 0 },
    useOnce: async (id) => !used.has(id) && used.add(id) !== undefined,
  });
}
function seal(challenge: Challenge, text: string, info = sealedInfo(place.area, place.call, place.field)) {
  return sealValue({
    text,
    challenge,
    info,
    ephemeral: new Uint8Array(32).fill(++counter),
    nonce: new Uint8Array(24).fill(++counter),
    ts: now,
  });
}
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

beforeEach(() => {
  now = Date.parse('2026-03-04T23:59:40Z');
  counter = 0;
  used = new Set();
});

test('a recorded login cannot be replayed, in no process', async () => {
  const sealing = newProcess();
  const sealed = seal(zChallenge.parse(sealing.challenge()), 'secret1');
  expect(await newProcess().unseal(sealed, place)).toBe('secret1');
  expect(await refusal(sealing.unseal(sealed, place))).toBe('sealed_invalid');
});

test('one challenge takes one value, also when it is spelled another way', async () => {
  const sealing = newProcess();
  const challenge = sealing.challenge();
  expect(await sealing.unseal(seal(challenge, 'first'), place)).toBe('first');
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const last = alphabet.indexOf(challenge.challenge.at(-1) ?? '');
  const respelled = { ...challenge, challenge: challenge.challenge.slice(0, -1) + alphabet[last ^ 1] };
  expect(Buffer.from(respelled.challenge, 'base64url').toString('hex')).toBe(
    Buffer.from(challenge.challenge, 'base64url').toString('hex'),
  );
  expect(await refusal(sealing.unseal(seal(respelled, 'second'), place))).toBe('sealed_invalid');
});

test('a challenge lives 60 seconds, over midnight too', async () => {
  const sealing = newProcess();
  const [kept, late] = [sealing.challenge(), sealing.challenge()];
  const sealedKept = seal(kept, 'in time');
  const sealedLate = seal(late, 'late');
  now += 59_999;
  expect(await sealing.unseal(sealedKept, place)).toBe('in time');
  now += 1;
  expect(await refusal(sealing.unseal(sealedLate, place))).toBe('sealed_invalid');
});

test('a challenge that the server did not make is refused', async () => {
  const sealing = newProcess();
  const foreign = { ...sealing.challenge(), challenge: Buffer.alloc(32, 7).toString('base64url') };
  expect(await refusal(sealing.unseal(seal(foreign, 'x'), place))).toBe('sealed_invalid');
  const unknownKey = { ...sealing.challenge(), kid: 'd1' };
  expect(await refusal(sealing.unseal(seal(unknownKey, 'x'), place))).toBe('sealed_invalid');
});

test('a password sealed for one field opens nowhere else, and trying does not burn the challenge', async () => {
  const sealing = newProcess();
  const sealed = seal(sealing.challenge(), 'secret1');
  expect(await refusal(sealing.unseal(sealed, { ...place, call: 'add' }))).toBe('sealed_invalid');
  expect(await sealing.unseal(sealed, place)).toBe('secret1');
});
