import { expect, test } from 'bun:test';
import { createPrivateKey, createPublicKey, diffieHellman, hkdfSync } from 'node:crypto';
import { x25519 } from '@noble/curves/ed25519.js';
import { type Sealed, zSealed } from '@waypost/contract';
import vectors from '../../../tests/vectors/sealed.json' with { type: 'json' };
import { openSealed } from './open.ts';
import { sealValue } from './seal.ts';

const decode = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
const serverKey = (kid: string, privateKey: string) => ({
  kid,
  privateKey: decode(privateKey),
  publicKey: x25519.getPublicKey(decode(privateKey)),
});

/** The same key through Node's own X25519 and HKDF, so that a shared misreading of the contract would show. */
function keyByNode(vector: (typeof vectors.cases)[number]): string {
  const privateKey = createPrivateKey({
    key: { kty: 'OKP', crv: 'X25519', d: vector.ephemeral_private_key, x: vector.sealed.epk },
    format: 'jwk',
  });
  const publicKey = createPublicKey({
    key: { kty: 'OKP', crv: 'X25519', x: vector.public_key },
    format: 'jwk',
  });
  const salt = new Bun.CryptoHasher('sha256')
    .update(decode(vector.sealed.challenge))
    .update(decode(vector.sealed.epk))
    .update(decode(vector.public_key))
    .digest();
  const shared = diffieHellman({ privateKey, publicKey });
  return Buffer.from(hkdfSync('sha256', shared, salt, vector.info, 32)).toString('base64url');
}

for (const vector of vectors.cases) {
  test(`a client written from the contract can sign in: ${vector.name}`, () => {
    expect(keyByNode(vector)).toBe(vector.key);
    const sealed = zSealed.parse(vector.sealed);
    expect(
      sealValue({
        text: vector.text,
        challenge: { kid: sealed.kid, public_key: vector.public_key, challenge: sealed.challenge },
        info: vector.info,
        ephemeral: decode(vector.ephemeral_private_key),
        nonce: decode(sealed.nonce),
        ts: sealed.ts,
      }),
    ).toEqual(sealed);
    expect(openSealed(sealed, serverKey(sealed.kid, vector.server_private_key), vector.info)).toBe(
      vector.text,
    );
  });
}

for (const vector of vectors.refused) {
  test(`a changed or diverted value does not open: ${vector.name}`, () => {
    const key = serverKey(vector.sealed.kid, vector.server_private_key);
    expect(() => openSealed(vector.sealed as Sealed, key, vector.info)).toThrow();
  });
}
