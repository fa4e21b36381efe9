import { PASSWORD_MIN_LENGTH } from '@waypost/contract';

export interface PasswordValues {
  old_password: string;
  password: string;
  repeat: string;
}
export type PasswordFaults = Partial<Record<keyof PasswordValues, string>>;

/** docs/product.md, "Accounts and passwords", in its order; the faults are locale keys. */
export function checkPasswords(values: PasswordValues, account: string): PasswordFaults {
  const faults: PasswordFaults = {};
  if (values.old_password === '') faults.old_password = 'error.password.required';
  const fault = newPasswordFault(values.password, account);
  if (fault !== undefined) faults.password = fault;
  else if (values.password === values.old_password) faults.password = 'system.own_password.same';
  else if (values.repeat !== values.password) faults.repeat = 'system.own_password.differ';
  return faults;
}

function newPasswordFault(password: string, account: string): string | undefined {
  if (password === '') return 'error.password.required';
  if (password.toLowerCase() === account.toLowerCase()) return 'error.password.same_as_account';
  if (password.length < PASSWORD_MIN_LENGTH) return 'error.password.too_short';
  if (!/^(?=.*[A-Za-z])(?=.*[0-9])[A-Za-z0-9]+$/.test(password)) return 'error.password.letters_and_digits';
  return undefined;
}
