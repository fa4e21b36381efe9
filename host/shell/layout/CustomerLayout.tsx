import { IconMenu, IconMenuFold, IconMenuUnfold, IconSearch } from '@arco-design/web-react/icon';
import { LEFT_MENU_WIDTH } from '@waypost/contract';
import { MenuMode } from '@waypost/contract/constants';
import type { MenuNode } from '@waypost/contract/platform';
import {
  clientStore,
  Drawer,
  ErrorState,
  IconButton,
  OperationTray,
  Skeleton,
  useIsPhone,
  useUser,
  useWords,
} from '@waypost/host-sdk';
import { useAtomValue } from 'jotai';
import { useCallback, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { healthAtom } from '../app/health.ts';
import { LanguageOffer } from '../locale/LanguageOffer.tsx';
import { menuAtom } from '../menu/menu.ts';
import { useMenuLoading } from '../menu/use-menu.ts';
import { MessageBell } from '../messages/MessageBell.tsx';
import { MessageNotice } from '../messages/MessageNotice.tsx';
import { useUnreadMessages } from '../messages/use-unread-messages.ts';
import { CommandPalette } from '../palette/CommandPalette.tsx';
import { ShortcutsDialog } from '../palette/ShortcutsDialog.tsx';
import { useShortcuts } from '../palette/use-shortcuts.ts';
import { RealtimeDot } from '../realtime/RealtimeDot.tsx';
import { useRealtime } from '../realtime/use-realtime.ts';
import { SlotHost } from '../remote/SlotHost.tsx';
import { SENT } from '../screens/MaintainPage.tsx';
import { AskSecondFactor } from '../session/AskSecondFactor.tsx';
import { ConfirmPassword } from '../session/ConfirmPassword.tsx';
import { SessionDialog } from '../session/SessionDialog.tsx';
import { menuModeAtom } from '../settings/menu-mode.ts';
import { SettingsDrawer } from '../settings/SettingsDrawer.tsx';
import { useSiteName } from '../site/website.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { ActingLine } from './ActingLine.tsx';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { GroupTabs } from './GroupTabs.tsx';
import { LocaleMenu } from './LocaleMenu.tsx';
import { Logo } from './Logo.tsx';
import styles from './layout.module.css';
import { OwnerLine, OwnerSwitch } from './OwnerSwitch.tsx';
import { RunningWork } from './RunningWork.tsx';
import { SideMenu } from './SideMenu.tsx';
import { ThemeButton } from './ThemeButton.tsx';
import { TopMenu } from './TopMenu.tsx';
import { useNarrowMenu } from './use-narrow-menu.ts';
import { useProfile } from './use-profile.ts';

const NARROW_WIDTH = 60;
const NO_MENU: readonly MenuNode[] = [];

/** The back-office: only for people who are signed in. */
export function CustomerLayout() {
  const user = useUser();
  const health = useAtomValue(healthAtom, { store: clientStore });
  const location = useLocation();
  if (!user)
    return <Navigate to="/admin_login" state={{ from: `${location.pathname}${location.search}` }} replace />;
  if (health === 'maintenance') return <Navigate to="/maintain" state={SENT} replace />;
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
  const [isNarrow, fold] = useNarrowMenu();
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [open, setOpen] = useState<'palette' | 'settings' | 'shortcuts'>();
  const close = () => setOpen(undefined);
  const tree = menu?.tree ?? NO_MENU;
  const showPalette = useCallback(() => setOpen('palette'), []);
  const showShortcuts = useCallback(() => setOpen('shortcuts'), []);
  useShortcuts({ tree, onPalette: showPalette, onShortcuts: showShortcuts });
  const isTop = useAtomValue(menuModeAtom, { store: clientStore }) === MenuMode.top && !isPhone;
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
      {isPhone || isTop ? null : (
        <aside className={styles.side} style={{ width: isNarrow ? NARROW_WIDTH : LEFT_MENU_WIDTH }}>
          <div className={styles.brand}>
            <Logo />
            {isNarrow ? null : <span className={styles.brandName}>{siteName}</span>}
          </div>
          {side(isNarrow)}
        </aside>
      )}
      <div className={styles.body}>
        <ActingLine />
        <LanguageOffer />
        <header className={styles.header}>
          {isPhone ? (
            <IconButton
              label={words('shell.menu_open')}
              icon={<IconMenu />}
              hasPopup="dialog"
              onClick={() => setDrawerOpen(true)}
            />
          ) : isTop ? (
            <span className={styles.topBrand}>
              <Logo />
              <span className={styles.brandName}>{siteName}</span>
            </span>
          ) : (
            <IconButton
              label={words(isNarrow ? 'shell.menu_wide' : 'shell.menu_narrow')}
              icon={isNarrow ? <IconMenuUnfold /> : <IconMenuFold />}
              onClick={fold}
            />
          )}
          {isTop ? <TopMenu tree={tree} /> : <Breadcrumbs tree={tree} />}
          <div className={styles.tools}>
            {isPhone ? null : <OwnerSwitch />}
            <RunningWork />
            <RealtimeDot />
            <IconButton
              label={words('palette.open')}
              icon={<IconSearch />}
              hasPopup="dialog"
              onClick={showPalette}
            />
            <MessageBell />
            <LocaleMenu />
            <ThemeButton />
            <AccountMenu onSettings={() => setOpen('settings')} />
          </div>
        </header>
        <MessageNotice />
        <main id="content" className={styles.main} tabIndex={-1}>
          {loading.error && !menu ? (
            <ErrorState isScreen error={loading.error} onRetry={loading.retry} />
          ) : (
            <SlotHost>
              {isPhone ? <OwnerSwitch /> : null}
              <OwnerLine />
              <GroupTabs tree={tree} />
              <Outlet />
            </SlotHost>
          )}
        </main>
      </div>
      <OperationTray />
      <SessionDialog />
      <AskSecondFactor />
      <ConfirmPassword />
      {open === 'palette' ? <CommandPalette tree={tree} onClose={close} /> : null}
      {open === 'shortcuts' ? <ShortcutsDialog tree={tree} onClose={close} /> : null}
      {open === 'settings' ? <SettingsDrawer onClose={close} /> : null}
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
