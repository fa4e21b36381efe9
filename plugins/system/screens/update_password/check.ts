import { type Fields, field, PASSWORD_MIN_LENGTH, type Rule } from '@waypost/contract';
import { z } from 'zod';

/** docs/product.md, "Accounts and passwords", in its order; the faults are locale keys. */
export function passwordFields(account: string): Fields {
  return {
    old_password: field(typedPassword, { sealed: true, autoComplete: 'current-password' }),
    ...newPasswordFields(account),
  };
}

/** The password that is in force, as somebody types it: whatever it is, it is something. */
export const typedPassword = z.string().superRefine((text, context) => {
  if (text === '') context.addIssue({ code: 'custom', message: 'system.own_password.old_missing' });
});

/** A new password, twice. */
export function newPasswordFields(account: string): Fields {
  return {
    password: field(
      typed((text) => newPasswordFault(text, account)),
      { sealed: true },
    ),
    repeat: field(z.string(), { control: 'password' }),
  };
}

export const repeatRules: readonly Rule[] = [
  {
    path: 'repeat',
    messageKey: 'system.own_password.differ',
    holds: ({ password, repeat }) => password === repeat,
  },
];

export const passwordRules: readonly Rule[] = [
  {
    path: 'password',
    messageKey: 'system.own_password.same',
    holds: ({ password, old_password }) => password !== old_password,
  },
  ...repeatRules,
];

const typed = (faultOf: (text: string) => string | undefined) =>
  z.string().superRefine((text, context) => {
    const message = faultOf(text);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });

function newPasswordFault(password: string, account: string): string | undefined {
  if (password === '') return 'system.own_password.new_missing';
  if (password.toLowerCase() === account.toLowerCase()) return 'error.password.same_as_account';
  if (password.length < PASSWORD_MIN_LENGTH) return 'error.password.too_short';
  if (!/^(?=.*[A-Za-z])(?=.*[0-9])[A-Za-z0-9]+$/.test(password)) return 'error.password.letters_and_digits';
  return undefined;
}
