import { expect, test } from 'bun:test';
import { previewBody } from './preview-body.ts';

const body = (target: object, values: object = {}) =>
  previewBody({ target, values: { ...values }, code: undefined }, Date.UTC(2026, 0, 1));

test('an address is completed as it will be saved, and nothing is asked about a target that is not filled in', () => {
  expect(body({ url: ' example.com/menu', weight: 3, remark: 'Door' })?.target).toEqual({
    url: 'https://example.com/menu',
  });
  for (const target of [{ url: '' }, { picture: '' }, { contact: { name: '' } }, { pool: '' }])
    expect(body(target)).toBeUndefined();
});

test('what is typed and not saved decides which page visitors get', () => {
  const target = { url: 'https://example.com/' };
  expect(body(target)).toMatchObject({ status: 'on', has_password: false });
  expect(body(target, { state: 'off', has_password: true })).toMatchObject({
    status: 'off',
    has_password: true,
  });
  const expired_target = 'https://example.com/over';
  expect(body(target, { expires_at: '2025-01-01T00:00:00Z', expired_target })).toMatchObject({
    status: 'expired',
    expired_target,
  });
  expect(body(target, { expires_at: '2027-01-01T00:00:00Z', expired_target })).not.toHaveProperty(
    'expired_target',
  );
});
