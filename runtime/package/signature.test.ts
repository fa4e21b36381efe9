import { expect, test } from 'bun:test';
import { generateKeyPairSync, sign } from 'node:crypto';
import { describeFiles } from './integrity.ts';
import { openArchive } from './open-archive.ts';
import { signArchive } from './sign-archive.ts';
import { makeSigningKey, trustedBy } from './signature.ts';
import { archiveOf, bytes, codeOf, goodFiles } from './testing/archive-parts.ts';

const own = makeSigningKey();
const other = makeSigningKey();
const raw = (key: string) => new Uint8Array(Buffer.from(key, 'base64url'));

test('a signed archive says whose it is, and only that key is trusted for it', async () => {
  const { signature, files } = await openArchive(
    await signArchive(await archiveOf(goodFiles()), own.privateKeyPem),
  );
  expect(signature).toEqual({ key: own.publicKey, keyId: own.keyId });
  expect(files.has('signature.json')).toBe(true);
  expect(trustedBy(signature, [raw(other.publicKey), raw(own.publicKey)])).toBe(true);
  expect(trustedBy(signature, [raw(other.publicKey)])).toBe(false);
  expect(trustedBy(signature, [])).toBe(false);
  expect(trustedBy(undefined, [raw(own.publicKey)])).toBe(false);
});

test('signing again replaces the signature', async () => {
  const once = await signArchive(await archiveOf(goodFiles()), own.privateKeyPem);
  const { signature } = await openArchive(await signArchive(once, other.privateKeyPem));
  expect(signature?.key).toBe(other.publicKey);
});

test('a signature of other content does not cover this one', async () => {
  const { files } = await openArchive(await signArchive(await archiveOf(goodFiles()), own.privateKeyPem));
  const changed = new Map(files).set('server.js', bytes('export const plugin = steal();'));
  changed.set('integrity.json', describeFiles(changed));
  expect(await codeOf(openArchive(await archiveOf(changed)))).toBe('signature_invalid');
});

test.each([
  ['no JSON', () => '{'],
  ['another algorithm', () => JSON.stringify({ algorithm: 'none', key: own.publicKey, signature: '' })],
  ['a key of another length', () => signatureText('AAAA')],
  ['a foreign key under the signature', () => signatureText(other.publicKey)],
  ['the key of nothing', () => signatureText(Buffer.alloc(32).toString('base64url'))],
])('a signature.json with %s is refused', async (_, text) => {
  const archive = await archiveOf(goodFiles().set('signature.json', bytes(text())));
  expect(await codeOf(openArchive(archive))).toBe('signature_invalid');
});

function signatureText(key: string): string {
  const signature = sign(null, describeFiles(goodFiles()), own.privateKeyPem).toString('base64url');
  return JSON.stringify({ algorithm: 'ed25519', key, signature });
}

test('a key of another kind signs nothing, and neither does a broken archive', async () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  });
  const archive = await archiveOf(goodFiles());
  expect(await codeOf(signArchive(archive, rsa.toString()))).toBe('signing_key_invalid');
  expect(await codeOf(signArchive(archive, 'no key'))).toBe('signing_key_invalid');
  expect(await codeOf(signArchive(bytes('no archive'), own.privateKeyPem))).toBe('archive_unreadable');
});
