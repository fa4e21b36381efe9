import { expect, test } from 'bun:test';
import vectors from '../../../tests/vectors/realtime.json' with { type: 'json' };
import { fromBase64Url, toBase64Url } from '../client/base64-url.ts';
import { openFrame, sealFirstFrame, sealFrame } from './frame-cipher.ts';

for (const vector of vectors.cases) {
  test(`the browser speaks as the contract says: ${vector.name}`, () => {
    const { sealed, keys } = sealFirstFrame(vector.text, vector.hello, {
      secretKey: fromBase64Url(vector.ephemeral_private_key),
      nonce: fromBase64Url(vector.first.nonce),
      now: vector.first.ts,
    });
    expect(sealed as unknown).toEqual(vector.first);
    expect({ c2s: toBase64Url(keys.c2s), s2c: toBase64Url(keys.s2c) }).toEqual(vector.keys);
    for (const { direction, text, frame } of vector.frames) {
      expect(sealFrame(keys, direction as 'c2s', frame.seq, text) as unknown).toEqual(frame);
      expect(openFrame(keys, direction as 'c2s', frame)).toBe(text);
    }
  });
}

for (const vector of vectors.refused) {
  test(`a changed or diverted frame does not open: ${vector.name}`, () => {
    const keys = { c2s: fromBase64Url(vector.keys.c2s), s2c: fromBase64Url(vector.keys.s2c) };
    expect(() => openFrame(keys, vector.direction as 'c2s', vector.frame)).toThrow();
  });
}
