import { defineError } from '@waypost/contract';
import type { SignedRequest } from '@waypost/sdk';

/**
 * By a session left open, or by a program's key, somebody would give themselves credentials without the old password. The own
 * ones are changed on the page of the own account, which asks for it.
 */
export const useOwnAccount = defineError({ code: 'use_own_account', status: 403 });

/**
 * Asked by each verb that gives an account credentials or rights: passwords, links to them, factors, roles.
 * @param target account that it is about; undefined: one that is made by it
 */
export function requireOthersCredentials(
  target: string | undefined,
  { caller }: { caller: Pick<SignedRequest['caller'], 'id' | 'via'> },
): void {
  if (target === caller.id || caller.via === 'api_key') throw useOwnAccount.create();
}
