import { expect, test } from 'bun:test';
import { zRegistration } from './registration.ts';

const fault = (account: string, password: string, repeat = password) => {
  const checked = zRegistration.safeParse({ account, password, repeat });
  return checked.success ? 'good' : checked.error.issues.map(({ message }) => message).join();
};

test('a person who registers is told one fault at a time, in the order of docs/product.md', () => {
  expect(fault('', '', 'x')).toBe('login_err_02');
  expect(fault('   ', 'Abc123')).toBe('login_err_02');
  expect(fault('abcd', '', 'x')).toBe('error.account.too_short');
  expect(fault('abcde', '', 'x')).toBe('login_err_03');
  expect(fault('abcde', 'abcde', 'x')).toBe('login_err_04');
  expect(fault('abcde', 'abcde')).toBe('login_err_05');
  expect(fault('abcd1', 'ABCD1')).toBe('login_err_05');
  expect(fault('abcde', 'ab12c')).toBe('error.password.too_short');
  expect(fault('abcde', 'abcdefg')).toBe('error.password.letters_and_digits');
  expect(fault('abcde', 'abc 123')).toBe('error.password.letters_and_digits');
  expect(fault('abcde', `a1${'x'.repeat(127)}`)).toBe('error.password.too_long');
  expect(fault('abc de', 'Abc123')).toBe('error.account.form');
  expect(fault('abcde', 'Abc123')).toBe('good');
});
