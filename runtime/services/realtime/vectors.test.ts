import { expect, test } from 'bun:test';
import { hkdfSync } from 'node:crypto';
import { x25519 } from '@noble/curves/ed25519.js';
import vectors from '../../../tests/vectors/realtime.json' with { type: 'json' };
import { openFrame, sealFrame } from './frame-cipher.ts';
import { greet } from './handshake.ts';

const decode = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
const greeting = (vector: { server_private_key: string; hello: { kid: string; challenge: string } }) => {
  const privateKey = decode(vector.server_private_key);
  const publicKey = x25519.getPublicKey(privateKey);
  return greet({ kid: vector.hello.kid, privateKey, publicKey }, decode(vector.hello.challenge));
};

for (const vector of vectors.cases) {
  test(`a client written from the contract is understood: ${vector.name}`, () => {
    const { hello, open } = greeting(vector);
    expect(hello).toEqual(vector.hello);
    const { token, locale, keys } = open(JSON.stringify(vector.first));
    expect({ type: 1, token, locale }).toEqual(JSON.parse(vector.text));
    expect({
      c2s: Buffer.from(keys.c2s).toString('base64url'),
      s2c: Buffer.from(keys.s2c).toString('base64url'),
    }).toEqual(vector.keys);
    for (const { direction, text, frame } of vector.frames) {
      const way = direction as 'c2s' | 's2c';
      const sealed = sealFrame({
        key: keys[way],
        direction: way,
        seq: frame.seq,
        text: new TextEncoder().encode(text),
      });
      expect(JSON.parse(sealed)).toEqual(frame);
      expect(openFrame({ key: keys[way], direction: way, ...frame })).toBe(text);
    }
  });

  test(`the keys are those of the contract's formula: ${vector.name}`, () => {
    const shared = x25519.getSharedSecret(
      decode(vector.ephemeral_private_key),
      decode(vector.hello.public_key),
    );
    const salt = new Bun.CryptoHasher('sha256')
      .update(decode(vector.hello.challenge))
      .update(decode(vector.first.epk))
      .update(decode(vector.hello.public_key))
      .digest();
    for (const way of ['c2s', 's2c'] as const)
      expect(
        Buffer.from(hkdfSync('sha256', shared, salt, `waypost/v1/realtime/${way}`, 32)).toString('base64url'),
      ).toBe(vector.keys[way]);
  });
}

for (const vector of vectors.refused) {
  test(`a changed or diverted frame does not open: ${vector.name}`, () => {
    const direction = vector.direction as 'c2s' | 's2c';
    expect(() => openFrame({ key: decode(vector.keys[direction]), direction, ...vector.frame })).toThrow(
      'bad_frame',
    );
  });
}

for (const vector of vectors.first_refused) {
  test(`a login that was not sealed for this socket does not open: ${vector.name}`, () => {
    expect(() => greeting(vector).open(JSON.stringify(vector.first))).toThrow('bad_frame');
  });
}
