import { IconMenu, IconMenuFold, IconMenuUnfold } from '@arco-design/web-react/icon';
import { LEFT_MENU_WIDTH } from '@waypost/contract';
import {
  clientStore,
  Drawer,
  ErrorState,
  IconButton,
  Skeleton,
  sessionAtom,
  useIsPhone,
  useWords,
} from '@waypost/host-sdk';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { healthAtom } from '../app/health.ts';
import { menuAtom } from '../menu/menu.ts';
import { useMenuLoading } from '../menu/use-menu.ts';
import { useUnreadMessages } from '../messages/use-unread-messages.ts';
import { RealtimeDot } from '../realtime/RealtimeDot.tsx';
import { useRealtime } from '../realtime/use-realtime.ts';
import { useSiteName } from '../site/website.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { LocaleMenu } from './LocaleMenu.tsx';
import { Logo } from './Logo.tsx';
import styles from './layout.module.css';
import { SideMenu } from './SideMenu.tsx';
import { ThemeButton } from './ThemeButton.tsx';
import { useProfile } from './use-profile.ts';

const NARROW_KEY = 'waypost.menu_narrow';
const NARROW_WIDTH = 60;

/** The back-office: only for people who are signed in. */
export function CustomerLayout() {
  const session = useAtomValue(sessionAtom, { store: clientStore });
  const health = useAtomValue(healthAtom, { store: clientStore });
  const location = useLocation();
  if (!session)
    return <Navigate to="/admin_login" state={{ from: `${location.pathname}${location.search}` }} replace />;
  if (health === 'maintenance') return <Navigate to="/maintain" replace />;
  return <SignedIn />;
}

function SignedIn() {
  const words = useWords();
  const siteName = useSiteName();
  const isPhone = useIsPhone();
  const menu = useAtomValue(menuAtom, { store: clientStore });
  const loading = useMenuLoading();
  useProfile();
  useRealtime();
  useUnreadMessages();
  const [isNarrow, setNarrow] = useState(() => localStorage.getItem(NARROW_KEY) === '1');
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const fold = () => {
    localStorage.setItem(NARROW_KEY, isNarrow ? '0' : '1');
    setNarrow(!isNarrow);
  };
  const side = (narrow: boolean, onGo?: () => void) =>
    menu ? (
      <SideMenu tree={menu.tree} isNarrow={narrow} {...(onGo ? { onGo } : {})} />
    ) : (
      <div className={styles.menuSkeleton}>
        <Skeleton lines={6} height={18} />
      </div>
    );
  return (
    <div className={styles.shell}>
      {/* A button: a link to #content would change the address's hash, which is the route. */}
      <button
        type="button"
        className={styles.skip}
        onClick={() => document.getElementById('content')?.focus()}
      >
        {words('shell.skip')}
      </button>
      {isPhone ? null : (
        <aside className={styles.side} style={{ width: isNarrow ? NARROW_WIDTH : LEFT_MENU_WIDTH }}>
          <div className={styles.brand}>
            <Logo />
            {isNarrow ? null : <span className={styles.brandName}>{siteName}</span>}
          </div>
          {side(isNarrow)}
        </aside>
      )}
      <div className={styles.body}>
        <header className={styles.header}>
          {isPhone ? (
            <IconButton
              label={words('shell.menu_open')}
              icon={<IconMenu />}
              hasPopup="dialog"
              onClick={() => setDrawerOpen(true)}
            />
          ) : (
            <IconButton
              label={words(isNarrow ? 'shell.menu_wide' : 'shell.menu_narrow')}
              icon={isNarrow ? <IconMenuUnfold /> : <IconMenuFold />}
              onClick={fold}
            />
          )}
          <Breadcrumbs tree={menu?.tree ?? []} />
          <div className={styles.tools}>
            <RealtimeDot />
            <LocaleMenu />
            <ThemeButton />
            <AccountMenu />
          </div>
        </header>
        <main id="content" className={styles.main} tabIndex={-1}>
          {loading.error && !menu ? <ErrorState error={loading.error} onRetry={loading.retry} /> : <Outlet />}
        </main>
      </div>
      <Drawer
        title={siteName}
        isOpen={isPhone && isDrawerOpen}
        onClose={() => setDrawerOpen(false)}
        width={300}
      >
        {side(false, () => setDrawerOpen(false))}
      </Drawer>
    </div>
  );
}
