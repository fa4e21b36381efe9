import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useMemo } from 'react';
import { useQuery } from '../parts/use-navigation.tsx';
import { clientStore } from '../session/session.ts';
import { usePermission, useUser } from '../session/use-user.tsx';
import {
  chosenScopeAtom,
  type OwnerScope,
  ownerScopeOf,
  ownerScopeText,
  parseOwnerScope,
  SCOPE_PARAMETER,
  scopeInUseAtom,
} from './owner-scope.ts';

export interface OwnerScopeOptions {
  /** Node without which there is nothing to choose: `<name>:read_all`. Undefined: this screen has no owners. */
  permission: string | undefined;
  /** Whose things show until somebody chooses; default the own ones. */
  opensWith?: 'own' | 'everyone';
  /** The screen is there to show everyone's: what somebody chose elsewhere narrows it to a customer, never to oneself. */
  isForEveryone?: boolean;
  /** Parameters of the address that mean nothing with another's things, such as one code. */
  forgets?: readonly string[];
}

export interface OwnerScopeChoice {
  /** The caller may see everyone's, so there is something to choose. */
  canChoose: boolean;
  isOwn: boolean;
  isEveryone: boolean;
  /** Account whose things alone are shown; undefined: everyone's. */
  owner: string | undefined;
  choose: (scope: OwnerScope) => void;
}

const NOTHING: readonly string[] = [];

/**
 * Whose things a screen shows: mine, everyone's or one customer's. The choice stands in the address and goes along from
 * screen to screen; the shell's head has the switch while such a screen is open. The server decides what one may see.
 */
export function useOwnerScope(options: OwnerScopeOptions): OwnerScopeChoice {
  const { permission, opensWith = 'own', isForEveryone = false, forgets = NOTHING } = options;
  const user = useUser();
  const may = usePermission();
  const [params, setQuery] = useQuery();
  const kept = useAtomValue(chosenScopeAtom, { store: clientStore });
  const canChoose = user !== undefined && permission !== undefined && may(permission);
  const userId = user?.id ?? '';
  const text = params.get(SCOPE_PARAMETER);
  const scope = useMemo((): OwnerScope => {
    if (!canChoose) return { kind: 'own' };
    const inAddress = parseOwnerScope(text);
    const chosen = kept?.by === userId ? kept.scope : undefined;
    return ownerScopeOf({ inAddress, chosen, opensWith, isForEveryone });
  }, [canChoose, text, kept, userId, opensWith, isForEveryone]);

  const keep = useCallback(
    (next: OwnerScope) => clientStore.set(chosenScopeAtom, { by: userId, scope: next }),
    [userId],
  );
  const forgotten = forgets.join();
  const choose = useCallback(
    (next: OwnerScope) => {
      keep(next);
      const gone = ['page', ...forgotten.split(',').filter((name) => name !== '')];
      setQuery({
        ...Object.fromEntries(gone.map((name) => [name, undefined])),
        [SCOPE_PARAMETER]: ownerScopeText(next),
      });
    },
    [keep, setQuery, forgotten],
  );
  // Whoever follows a link to somebody's things goes on looking at those.
  useEffect(() => {
    const inAddress = canChoose ? parseOwnerScope(text) : undefined;
    if (inAddress) keep(inAddress);
  }, [canChoose, text, keep]);
  useEffect(() => {
    if (!canChoose) return undefined;
    const inUse = { scope, choose };
    clientStore.set(scopeInUseAtom, inUse);
    return () => {
      if (clientStore.get(scopeInUseAtom) === inUse) clientStore.set(scopeInUseAtom, undefined);
    };
  }, [canChoose, scope, choose]);

  return {
    canChoose,
    isOwn: scope.kind === 'own',
    isEveryone: scope.kind === 'everyone',
    owner: scope.kind === 'one' ? scope.owner : scope.kind === 'own' ? user?.id : undefined,
    choose,
  };
}
