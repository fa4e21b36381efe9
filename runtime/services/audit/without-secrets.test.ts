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
