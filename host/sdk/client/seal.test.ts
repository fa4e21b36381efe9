import { expect, test } from 'bun:test';
import vectors from '../../../tests/vectors/sealed.json';
import { fromBase64Url, toBase64Url } from './base64-url.ts';
import { sealValue } from './seal.ts';

// Without this agreement nobody can log in: the server opens what the browser seals.
for (const one of vectors.cases) {
  test(`seals the vector "${one.name}" byte for byte`, () => {
    const [, , area = '', call = '', field = ''] = one.info.split('/');
    const { kid, challenge, nonce, ts } = one.sealed;
    const sealed = sealValue(
      one.text,
      { area, call, field },
      { kid, challenge, public_key: one.public_key, expires_in: 60 },
      { secretKey: fromBase64Url(one.ephemeral_private_key), nonce: fromBase64Url(nonce), now: ts },
    );
    expect(sealed).toEqual({ ...one.sealed, v: 1 });
  });
}

test('two sealings of one password share nothing an onlooker could compare', () => {
  const [one] = vectors.cases;
  if (!one) throw new Error('no vectors');
  const challenge = { ...one.sealed, public_key: one.public_key, expires_in: 60 };
  const place = { area: 'administrator', call: 'login', field: 'password' };
  const [first, second] = [sealValue('secret1', place, challenge), sealValue('secret1', place, challenge)];
  expect(first.epk).not.toBe(second.epk);
  expect(first.ct).not.toBe(second.ct);
});

test('base64url keeps every byte', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  expect(fromBase64Url(toBase64Url(bytes))).toEqual(bytes);
});
