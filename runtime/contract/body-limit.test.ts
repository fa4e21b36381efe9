import { expect, test } from 'bun:test';
import { bodyLimitOf } from './body-limit.ts';

const call = { area: 'a', call: 'c' };

test('a call that declares nothing takes little, most of all from strangers', () => {
  expect(bodyLimitOf({ ...call, access: { public: true } })).toBe(16_384);
  expect(bodyLimitOf({ ...call, access: { signedIn: true } })).toBe(65_536);
  expect(bodyLimitOf({ ...call, access: { permission: 'p.x:read' } })).toBe(65_536);
});

test('no plugin can open the server to larger ones than its access allows', () => {
  const limited = (bodyLimit: number, access: Parameters<typeof bodyLimitOf>[0]['access']) => () =>
    bodyLimitOf({ ...call, access, bodyLimit });
  expect(limited(32_768, { public: true })()).toBe(32_768);
  expect(limited(1_048_576, { signedIn: true })()).toBe(1_048_576);
  expect(limited(32_769, { public: true })).toThrow('a/c');
  expect(limited(1_048_577, { signedIn: true })).toThrow('1048576');
  for (const wrong of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])
    expect(limited(wrong, { signedIn: true })).toThrow(TypeError);
});
