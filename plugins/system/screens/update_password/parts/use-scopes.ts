import { useCall, useWords } from '@waypost/host-sdk';
import { useMemo } from 'react';
import { apiKeyScopes, type ScopeWords } from '../../../api-keys/calls.ts';

const NONE: readonly ScopeWords[] = [];

/** What a key may be bounded to, and what a scope is called; one of a plugin that is off by its key. */
export function useScopes() {
  const words = useWords();
  const { data } = useCall(apiKeyScopes, {});
  const scopes = data?.scopes ?? NONE;
  const titles = useMemo(
    () =>
      new Map(
        scopes.map(({ scope, screen, right }) => [scope, words('system.api_key.scope', { screen, right })]),
      ),
    [scopes, words],
  );
  return { scopes, titleOf: (scope: string) => titles.get(scope) ?? scope };
}
