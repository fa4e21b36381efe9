import { expect, test } from 'bun:test';
import { isLoginPage } from './is-login-page.ts';

const nobody = { getItem: () => null };

test('only the sign-in form is shown without the rest of the page', () => {
  for (const hash of ['', '#', '#/', '#/admin_login', '#/admin_login/', '#/admin_login?code=abc', '#/?x=1'])
    expect([hash, isLoginPage(hash, nobody)]).toEqual([hash, true]);
  for (const hash of [
    '#/admin_register',
    '#/customer',
    '#/customer/home',
    '#/admin_login_x',
    '#/share_access?name=a',
  ])
    expect([hash, isLoginPage(hash, nobody)]).toEqual([hash, false]);
  expect(isLoginPage('#/admin_login', { getItem: () => '{"token":"t"}' })).toBe(false);
});
