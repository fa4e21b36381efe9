import { expect, test } from 'bun:test';
import type { AppError } from '@waypost/contract';
import fc from 'fast-check';
import { createPasswords, PASSWORD_COST, randomPassword } from './password.ts';

const cheap = { memoryCost: 8, timeCost: 1 };
const turn = { kind: 'test', address: '203.0.113.1' };

function issueOf(work: () => void): string | undefined {
  try {
    work();
  } catch (error) {
    return (error as AppError).errors[0]?.message;
  }
  return undefined;
}

test('a stolen store holds argon2id hashes at the cost that OWASP asks for', async () => {
  const hash = await createPasswords().hash('Passw0rd', turn);
  expect(hash).toStartWith(`$argon2id$v=19$m=${PASSWORD_COST.memoryCost},t=${PASSWORD_COST.timeCost},`);
});

test('a hash of another kind or a lower cost is right but weak, so that login makes it anew', async () => {
  const passwords = createPasswords({ memoryCost: 16, timeCost: 2 });
  const [old, bcrypt, current] = await Promise.all([
    createPasswords(cheap).hash('Passw0rd', turn),
    Bun.password.hash('Passw0rd', { algorithm: 'bcrypt', cost: 4 }),
    passwords.hash('Passw0rd', turn),
  ]);
  expect(await passwords.verify('Passw0rd', old, turn)).toEqual({ isRight: true, isWeak: true });
  expect(await passwords.verify('Passw0rd', bcrypt, turn)).toEqual({ isRight: true, isWeak: true });
  expect(await passwords.verify('Passw0rd', current, turn)).toEqual({ isRight: true, isWeak: false });
  expect(await passwords.verify('passw0rd', current, turn)).toEqual({ isRight: false, isWeak: false });
  expect(await passwords.verify('', current, turn)).toEqual({ isRight: false, isWeak: false });
});

test('new passwords keep the rules of docs/product.md, in its order', () => {
  const { check } = createPasswords(cheap);
  const fault = (password: string, account = 'admin') => issueOf(() => check({ password, account }));
  expect(fault('')).toBe('error.password.required');
  expect(fault('ADMIN')).toBe('error.password.same_as_account');
  expect(fault('a1b2c')).toBe('error.password.too_short');
  expect(fault('abcdef')).toBe('error.password.letters_and_digits');
  expect(fault('123456')).toBe('error.password.letters_and_digits');
  expect(fault('abc 123')).toBe('error.password.letters_and_digits');
  expect(fault('密码abc123')).toBe('error.password.letters_and_digits');
  expect(fault('a1'.repeat(65))).toBe('error.password.too_long');
  expect(fault('abc123')).toBeUndefined();
});

test('one-time passwords pass the rules, whatever the randomness', () => {
  const { check } = createPasswords(cheap);
  fc.assert(
    fc.property(fc.infiniteStream(fc.uint8Array({ minLength: 32, maxLength: 32 })), (stream) => {
      let tries = 0;
      const bytes = () =>
        ++tries < 20 ? (stream.next().value as Uint8Array) : crypto.getRandomValues(new Uint8Array(32));
      const password = randomPassword({ bytes, number: () => 0 });
      check({ password, account: 'admin' });
      return password.length === 16;
    }),
    { numRuns: 100 },
  );
});
