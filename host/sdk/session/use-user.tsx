import { useAtomValue } from 'jotai';
import { type ReactNode, useCallback } from 'react';
import { clientStore, type User, userAtom } from './session.ts';

/** Whether a person holds a permission node. No node: everyone does. */
export function holds(user: User | undefined, node: string | undefined): boolean {
  if (node === undefined) return true;
  if (!user) return false;
  return user.is_super || user.permissions.includes(node);
}

/** The logged-in person, also while they are asked for the password of a session that has ended; undefined on public pages. */
export function useUser(): User | undefined {
  return useAtomValue(userAtom, { store: clientStore });
}

/** Tells whether to offer a button. The server decides again at the call. */
export function usePermission(): (node?: string) => boolean {
  const user = useUser();
  return useCallback((node?: string) => holds(user, node), [user]);
}

export function Can({ permission, children }: { permission: string; children: ReactNode }) {
  return usePermission()(permission) ? children : null;
}
