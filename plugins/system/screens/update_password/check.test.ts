import { expect, test } from 'bun:test';
import { passwordFields, passwordRules } from './check.ts';

test('a person is told each fault before anything is sent, in the order of docs/product.md', () => {
  const fields = passwordFields('Admin1');
  const check = (old_password: string, password: string, repeat: string) => {
    const values: Record<string, string> = { old_password, password, repeat };
    const faults = Object.entries(fields).flatMap(([name, { schema }]) =>
      (schema.safeParse(values[name]).error?.issues ?? []).map(({ message }) => [name, message]),
    );
    const rules = passwordRules.filter(({ holds }) => !holds(values));
    return Object.fromEntries(
      faults.length > 0 ? faults : rules.map(({ path, messageKey }) => [path, messageKey]),
    );
  };
  expect(check('', '', '')).toEqual({
    old_password: 'system.own_password.old_missing',
    password: 'system.own_password.new_missing',
  });
  expect(check('x', 'admin1', '')).toEqual({ password: 'error.password.same_as_account' });
  expect(check('x', 'a1b2c', '')).toEqual({ password: 'error.password.too_short' });
  expect(check('x', 'abcdefg', '')).toEqual({ password: 'error.password.letters_and_digits' });
  expect(check('Waypost123', 'Waypost123', 'Waypost123')).toEqual({ password: 'system.own_password.same' });
  expect(check('x', 'Waypost123', 'Waypost124')).toEqual({ repeat: 'system.own_password.differ' });
  expect(check('x', 'Waypost123', 'Waypost123')).toEqual({});
});
