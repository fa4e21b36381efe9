import type { EntitlementKind } from '@waypost/contract';
import { defineError, type ErrorDefinition } from '@waypost/contract';

/** What somebody has as much of as their plan allows; a sentence for each kind says what to do. */
export const limitReached: Readonly<Record<EntitlementKind, ErrorDefinition<readonly ['most']>>> = {
  codes: defineError({ code: 'limit_codes', status: 409, params: ['most'] }),
  domains: defineError({ code: 'limit_domains', status: 409, params: ['most'] }),
  visits: defineError({ code: 'limit_visits', status: 409, params: ['most'] }),
  api_keys: defineError({ code: 'limit_api_keys', status: 409, params: ['most'] }),
  kept_visits: defineError({ code: 'limit_kept_visits', status: 409, params: ['most'] }),
};
