import { z } from 'zod';
import { ACCOUNT_MIN_LENGTH, PASSWORD_MIN_LENGTH } from './constants.ts';

/** Letters and digits of any script and `_ . @ -`, 5 to 64 of them. */
export const ACCOUNT_PATTERN = /^[\p{L}\p{M}\p{N}_.@-]{5,64}$/u;
/** An invitation code that an address may prefill. */
export const INVITATION_CODE_PATTERN = /^[0-9A-Za-z]{1,32}$/;

interface RegistrationRule {
  path: 'account' | 'password' | 'repeat';
  /** Locale key. */
  message: string;
  holds: (values: { account: string; password: string; repeat: string }) => boolean;
}

/** docs/product.md, "Accounts and passwords", in its order and with its keys. The account is compared as it is kept. */
const RULES: readonly RegistrationRule[] = [
  { path: 'account', message: 'login_err_02', holds: ({ account }) => account !== '' },
  {
    path: 'account',
    message: 'error.account.too_short',
    holds: ({ account }) => account.length >= ACCOUNT_MIN_LENGTH,
  },
  { path: 'password', message: 'login_err_03', holds: ({ password }) => password !== '' },
  { path: 'repeat', message: 'login_err_04', holds: ({ password, repeat }) => password === repeat },
  {
    path: 'password',
    message: 'login_err_05',
    holds: ({ account, password }) => password.toLowerCase() !== account,
  },
  {
    path: 'password',
    message: 'error.password.too_short',
    holds: ({ password }) => password.length >= PASSWORD_MIN_LENGTH,
  },
  {
    path: 'password',
    message: 'error.password.letters_and_digits',
    holds: ({ password }) => /^(?=.*[A-Za-z])(?=.*[0-9])[A-Za-z0-9]+$/.test(password),
  },
  {
    path: 'password',
    message: 'error.password.too_long',
    holds: ({ password }) => password.length <= 128,
  },
  {
    path: 'account',
    message: 'error.account.form',
    holds: ({ account }) => ACCOUNT_PATTERN.test(account),
  },
];

/** Names are compared and kept in one form: `Admin` and `admin` are one person. */
export function normaliseAccount(account: string): string {
  return account.normalize('NFKC').trim().toLowerCase();
}

/** What a person types to register. Tells the first fault only, in the order of docs/product.md; messages are locale keys. */
export const zRegistration = z
  .object({ account: z.string().transform(normaliseAccount), password: z.string(), repeat: z.string() })
  .superRefine((values, context) => {
    const broken = RULES.find(({ holds }) => !holds(values));
    if (broken) context.addIssue({ code: 'custom', path: [broken.path], message: broken.message });
  });
