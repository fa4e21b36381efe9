import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { createScanTokens } from './scan-token.ts';

describe('scan tokens', () => {
  const tokens = createScanTokens(new Uint8Array(32).fill(7));

  test('only the token of this link at this address opens it', () => {
    const link = { id: 'a1'.repeat(12), host: 'a.example', code: 'abc' };
    const token = tokens.scanToken(link);
    expect(token).toMatch(/^[\w-]{16}$/);
    expect(tokens.isScanToken(link, token)).toBe(true);
    for (const change of [{ host: '' }, { code: 'abd' }, { id: 'a2'.repeat(12) }])
      expect(tokens.isScanToken({ ...link, ...change }, token)).toBe(false);
    expect(createScanTokens(new Uint8Array(32)).isScanToken(link, token)).toBe(false);
  });

  test('no guess opens it', () => {
    fc.assert(
      fc.property(fc.string(), (guess) => !tokens.isScanToken({ id: '', host: '', code: 'abc' }, guess)),
    );
  });
});
