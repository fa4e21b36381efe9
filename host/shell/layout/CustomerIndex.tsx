import { clientStore, EmptyState, Skeleton, useWords } from '@waypost/host-sdk';
import { useAtomValue } from 'jotai';
import { Navigate } from 'react-router-dom';
import { homePath, menuAtom } from '../menu/menu.ts';

/** /customer itself: today's statistics where the menu has them, else its first screen. */
export function CustomerIndex() {
  const words = useWords();
  const menu = useAtomValue(menuAtom, { store: clientStore });
  if (!menu) return <Skeleton lines={6} height={20} />;
  const path = homePath(menu.tree);
  if (path !== undefined) return <Navigate to={path} replace />;
  return <EmptyState title={words('login.no_screen')} />;
}
