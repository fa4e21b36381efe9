import { expect, test } from 'bun:test';
import { parseSession, type User } from './session.ts';
import { holds } from './use-user.tsx';

const user: User = {
  id: 'a',
  account: 'admin',
  name: '',
  role: 'r',
  role_name: '',
  is_super: false,
  permissions: ['qr.code:read'],
  must_change_password: false,
};

test('a stored session survives a reload; anything else asks to sign in again', () => {
  expect(parseSession(JSON.stringify({ token: 't', user }))).toEqual({ token: 't', user });
  for (const text of ['', 'null', '{}', '{"token":""}', JSON.stringify({ token: 't', user: { id: 1 } })])
    expect(parseSession(text)).toBeUndefined();
});

test('buttons show for those who hold the node, and for the super administrator', () => {
  expect(holds(user, 'qr.code:read')).toBe(true);
  expect(holds(user, 'qr.code:delete')).toBe(false);
  expect(holds({ ...user, is_super: true }, 'qr.code:delete')).toBe(true);
  expect(holds(undefined, 'qr.code:read')).toBe(false);
  expect(holds(undefined, undefined)).toBe(true);
});
