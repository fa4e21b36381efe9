import { defineCall, zScope } from '@waypost/contract';
import { z } from 'zod';

/** A scope in words: the screen that it belongs to, and what it lets do there. */
const zScopeWords = z.object({
  scope: zScope,
  screen: z.string(),
  right: z.string(),
});
export type ScopeWords = z.infer<typeof zScopeWords>;

export const apiKeyScopes = defineCall({
  area: 'api_key',
  call: 'scopes',
  body: z.strictObject({}),
  result: z.object({ scopes: z.array(zScopeWords) }),
  access: { permission: 'system.api_key:read' },
  summary: 'What an own key may be bounded to, in words: rights of the caller, screen by screen',
});
