import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useEffectEvent, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useAddressQuery } from '../parts/use-address-query.ts';
import { useQuery } from '../parts/use-navigation.tsx';
import { clientStore } from '../session/session.ts';
import { usePermission, useUser } from '../session/use-user.tsx';
import {
  chosenScopeAtom,
  type OwnerScope,
  ownerScopeOf,
  SCOPE_PARAMETER,
  scopeAddress,
  scopeInAddress,
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
  const [, write] = useAddressQuery();
  const kept = useAtomValue(chosenScopeAtom, { store: clientStore });
  const canChoose = user !== undefined && permission !== undefined && may(permission);
  const userId = user?.id ?? '';
  const text = params.get(SCOPE_PARAMETER);
  const scope = useMemo((): OwnerScope => {
    if (!canChoose) return { kind: 'own' };
    const inAddress = scopeInAddress(text, userId);
    const chosen = kept?.by === userId ? kept.scope : undefined;
    return ownerScopeOf({ inAddress, chosen, opensWith, isForEveryone });
  }, [canChoose, text, kept, userId, opensWith, isForEveryone]);
  const address = canChoose ? scopeAddress(scope, userId) : undefined;

  const keep = useCallback(
    (next: OwnerScope) => {
      // Whoever picks themselves among all accounts means their own things.
      const scope = scopeInAddress(scopeAddress(next, userId), userId) ?? next;
      clientStore.set(chosenScopeAtom, { by: userId, scope });
    },
    [userId],
  );
  const forgotten = forgets.join();
  const choose = useCallback(
    (next: OwnerScope) => {
      keep(next);
      const gone = ['page', ...forgotten.split(',').filter((name) => name !== '')];
      setQuery({
        ...Object.fromEntries(gone.map((name) => [name, undefined])),
        [SCOPE_PARAMETER]: scopeAddress(next, userId),
      });
    },
    [keep, setQuery, forgotten, userId],
  );
  // Whoever follows a link to somebody's things goes on looking at those.
  const follow = useEffectEvent(() => {
    const inAddress = scopeInAddress(text, userId);
    const chosen = kept?.by === userId ? kept.scope : undefined;
    const without = ownerScopeOf({ inAddress: undefined, chosen, opensWith, isForEveryone });
    // What would be shown anyway was written there below, and nobody has chosen it.
    if (inAddress && scopeAddress(inAddress, userId) !== scopeAddress(without, userId)) keep(inAddress);
  });
  useEffect(() => {
    if (canChoose && text !== null) follow();
  }, [canChoose, text]);
  // Whoever copies the address gives away what they see, and not what the next one has chosen.
  useEffect(() => {
    if (address === undefined || scopeInAddress(params.get(SCOPE_PARAMETER), userId)) return;
    write(
      (next) => {
        next.set(SCOPE_PARAMETER, address);
        return next;
      },
      { replace: true },
    );
  }, [address, params, write, userId]);
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

/**
 * For what is kept of an answer that a screen asks for itself: all that decides whose things it shows, beside what is the
 * same each time that it is open.
 */
export function useScopeKey(): string | undefined {
  const user = useUser()?.id ?? '';
  const [params] = useSearchParams();
  const kept = useAtomValue(chosenScopeAtom, { store: clientStore });
  const chosen = kept?.by === user ? kept.scope : undefined;
  const scope = scopeInAddress(params.get(SCOPE_PARAMETER), user) ?? chosen;
  return scope && scopeAddress(scope, user);
}
