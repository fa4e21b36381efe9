import { INVITATION_CODE_PATTERN, zRegistration } from '@waypost/contract';
import { type Client, sealFor } from '@waypost/host-sdk';
import { callPlatform } from '../app/call-platform.ts';
import { enter } from '../login/sign-in.ts';

export interface RegisterValues {
  account: string;
  password: string;
  repeat: string;
  code: string;
}
export type RegisterField = keyof RegisterValues;

const PLACE = { area: 'administrator', call: 'register', field: 'password' } as const;

/** The code of an invitation link; undefined when the address has none that can be one. */
export function invitationIn(params: URLSearchParams): string | undefined {
  const code = params.get('code') ?? '';
  return INVITATION_CODE_PATTERN.test(code) ? code : undefined;
}

/** The first fault, in the order of docs/product.md, "Accounts and passwords", with its locale key; undefined when all is well. */
export function firstFault(values: RegisterValues): { path: RegisterField; key: string } | undefined {
  const checked = zRegistration.safeParse(values);
  const issue = checked.error?.issues[0];
  if (issue) return { path: issue.path[0] as RegisterField, key: issue.message };
  if (values.code !== '' && !INVITATION_CODE_PATTERN.test(values.code))
    return { path: 'code', key: 'register.code_form' };
  return undefined;
}

/**
 * Makes the account and tells where its menu leads first.
 * @throws ApiError, NoScreenError
 */
export async function register(client: Client, { account, password, code }: RegisterValues): Promise<string> {
  const result = await callPlatform(client, 'administrator/register', {
    account,
    password: await sealFor(client, password, PLACE),
    ...(code === '' ? {} : { code }),
  });
  return enter(client, result);
}
