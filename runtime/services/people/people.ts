import type { People } from '@waypost/sdk';
import type { IdentityOptions } from '../identity-options.ts';
import { isSettled } from '../ledger/is-settled.ts';
import { createActing } from './acting.ts';
import { customerRights } from './customer-rights.ts';
import { createPasswordLinks } from './password-links.ts';
import { readPersonHistory } from './person-history.ts';
import { createPersonSessions } from './person-sessions.ts';

/** What plugins get as `context.identity.people`; the words are in the SDK's type. */
export function createPeople(
  options: IdentityOptions,
  loginResult: Parameters<typeof createActing>[1],
): People {
  const { below, move, closeUp } = options.hierarchy;
  return {
    below,
    move,
    closeUp,
    requireWithin: customerRights(options),
    isSettled: (id, session) => isSettled(options.ledger, id, session),
    history: readPersonHistory(options.collections),
    ...createPersonSessions(options),
    ...createPasswordLinks(options),
    ...options.defaultPassword,
    actAs: createActing(options, loginResult),
  };
}
