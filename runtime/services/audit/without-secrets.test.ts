import { expect, test } from 'bun:test';
import { withoutSecrets } from './without-secrets.ts';

test('whoever reads the audit log learns no secret, at any depth', () => {
  expect(
    withoutSecrets({
      account: 'admin',
      password_hash: '$argon2id$x',
      must_change_password: true,
      nested: [{ access_key_secret: 'k', private_key: 'p', login_time: new Date(0) }],
      api: { token: 't', hash: 'h' },
    }),
  ).toEqual({
    account: 'admin',
    password_hash: '***',
    must_change_password: true,
    nested: [{ access_key_secret: '***', private_key: '***', login_time: '1970-01-01T00:00:00.000Z' }],
    api: { token: '***', hash: '***' },
  });
  expect(withoutSecrets(null)).toBeNull();
  expect(withoutSecrets('plain')).toBe('plain');
});

test('what is only about a secret is told: a length, a number of tries, a time, a flag', () => {
  const told = {
    password_min_length: 12,
    token_days: 30,
    password_set_time: new Date(0),
    password_end_time: '2026-11-24T02:00:00.000Z',
    has_password: true,
    old_password: null,
  };
  expect(withoutSecrets(told)).toEqual({ ...told, password_set_time: '1970-01-01T00:00:00.000Z' });
  expect(
    withoutSecrets({ password: 123_456, password_hint: 'dog', passwords: ['a'], token_rules: {} }),
  ).toEqual({
    password: '***',
    password_hint: '***',
    passwords: '***',
    token_rules: '***',
  });
});
