import { clientStore, EmptyState, Skeleton, useWords } from '@waypost/host-sdk';
import { useAtomValue } from 'jotai';
import { Navigate, useSearchParams } from 'react-router-dom';
import { homePath, landingPath, menuAtom } from '../menu/menu.ts';

/**
 * /customer itself: the home that the server names, else the menu's first screen. /customer?signed_in: where signing
 * in leads to, for screens that end it.
 */
export function CustomerIndex() {
  const words = useWords();
  const [search] = useSearchParams();
  const isSignIn = search.has('signed_in');
  const menu = useAtomValue(menuAtom, { store: clientStore });
  if (!menu) return <Skeleton lines={6} height={20} />;
  const path = isSignIn ? landingPath(menu.tree) : homePath(menu);
  if (path !== undefined) return <Navigate to={path} replace />;
  return <EmptyState isScreen title={words('login.no_screen')} />;
}
