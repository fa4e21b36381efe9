import { expect, test } from 'bun:test';
import { ED25519_TORSION_SUBGROUP, ed25519 } from '@noble/curves/ed25519.js';
import fc from 'fast-check';
import { describeFiles } from '../package/integrity.ts';
import { openArchive } from '../package/open-archive.ts';
import { signArchive } from '../package/sign-archive.ts';
import { makeSigningKey } from '../package/signature.ts';
import { archiveOf, bytes, codeOf, goodFiles } from '../package/testing/archive-parts.ts';
import { parseEnvironment } from './environment.ts';

/**
 * Under a key of small order somebody who has no private key can make signatures of whatever they like: with the point
 * (0, 1) one signature holds for every archive. Who lists such a key trusts everybody.
 */
const PRIME = 2n ** 255n - 19n;
const littleEndian = (value: bigint) =>
  Uint8Array.from({ length: 32 }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn));

/** Every 32 bytes that some implementation reads as a point of small order: y or y + p, with either sign of x. */
function smallOrderKeys(): Uint8Array[] {
  const found = new Map<string, Uint8Array>();
  for (const hex of ED25519_TORSION_SUBGROUP) {
    const { y } = ed25519.Point.fromHex(hex).toAffine();
    for (const written of [y, y + PRIME])
      for (const sign of [0n, 1n]) {
        if (written >= 2n ** 255n) continue;
        const key = littleEndian(written | (sign << 255n));
        found.set(Buffer.from(key).toString('hex'), key);
      }
  }
  return [...found.values()];
}

const keys = smallOrderKeys();
const hex = (key: Uint8Array) => Buffer.from(key).toString('hex');

test('there are fourteen ways to write a key of small order', () => {
  expect(keys.length).toBe(14);
  for (const key of keys) expect(ed25519.Point.fromBytes(key, true).isSmallOrder(), hex(key)).toBe(true);
});

test.each(keys.map((key) => [hex(key), key] as const))('%s signs no archive', async (_, key) => {
  for (const point of keys) {
    // S = 0, and for R each point that can come out.
    const signature = Buffer.concat([point, new Uint8Array(32)]).toString('base64url');
    const signed = { algorithm: 'ed25519', key: Buffer.from(key).toString('base64url'), signature };
    const files = goodFiles().set('signature.json', bytes(JSON.stringify(signed)));
    expect(await codeOf(openArchive(await archiveOf(files)))).toBe('signature_invalid');
  }
});

test.each(keys.map((key) => [hex(key), key] as const))('%s cannot be trusted', (_, key) => {
  const good = Buffer.from(makeSigningKey().publicKey, 'base64url').toString('base64');
  const given = { PLUGIN_TRUSTED_KEYS: `${good},${Buffer.from(key).toString('base64')}` };
  expect(() => parseEnvironment(given)).toThrow(
    /^PLUGIN_TRUSTED_KEYS: expected .* nobody else can sign with/,
  );
});

test('a key that somebody has made is trusted, and its signatures hold', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 32, maxLength: 32 }), async (secret) => {
      const raw = ed25519.getPublicKey(secret);
      const trusted = parseEnvironment({ PLUGIN_TRUSTED_KEYS: Buffer.from(raw).toString('base64') });
      expect(trusted.pluginTrustedKeys).toEqual([raw]);
      const files = goodFiles();
      const signature = Buffer.from(ed25519.sign(describeFiles(files), secret)).toString('base64url');
      const signed = { algorithm: 'ed25519', key: Buffer.from(raw).toString('base64url'), signature };
      const archive = await archiveOf(files.set('signature.json', bytes(JSON.stringify(signed))));
      expect((await openArchive(archive)).signature?.key).toBe(signed.key);
    }),
    { numRuns: 20 },
  );
  const own = makeSigningKey();
  const archive = await signArchive(await archiveOf(goodFiles()), own.privateKeyPem);
  expect((await openArchive(archive)).signature?.key).toBe(own.publicKey);
});
