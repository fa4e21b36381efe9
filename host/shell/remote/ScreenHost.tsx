import { Alert } from '@arco-design/web-react';
import type { Locale } from '@waypost/contract';
import type { RemoteAddress } from '@waypost/contract/platform';
import {
  clientStore,
  LeaveQuestion,
  NamedIcons,
  ScreenIcon,
  Skeleton,
  useHasUnsavedWork,
  useLocale,
  useWords,
} from '@waypost/host-sdk';
import { useAtomValue } from 'jotai';
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { menuIcon } from '../layout/menu-icons.tsx';
import { type Menu, menuAtom, trailTo } from '../menu/menu.ts';
import { LostScreen } from '../screens/LostScreen.tsx';
import { NotFound } from '../screens/NotFound.tsx';
import { useSiteName } from '../site/website.ts';
import { forgetPlugin, isUnreachable, loadPlugin, RemoteError } from './load-remote.ts';
import { ScreenBoundary } from './ScreenBoundary.tsx';
import styles from './screen-host.module.css';

/** `lazy` components by plugin, version, screen and attempt: made in render they would mount anew each time. */
const screens = new Map<string, ComponentType>();

/** Shows the screen that the menu has at the address. */
export function ScreenHost() {
  const menu = useAtomValue(menuAtom, { store: clientStore });
  const { pathname } = useLocation();
  if (!menu) return <Skeleton lines={6} height={20} />;
  return <FoundScreen menu={menu} path={pathname.replace(/\/+$/, '')} />;
}

function FoundScreen({ menu, path }: { menu: Menu; path: string }) {
  const words = useWords();
  const name = useSiteName();
  const node = trailTo(menu.tree, path).at(-1);
  const title = node?.name ?? words('not_found.title');
  useEffect(() => {
    document.title = `${title} · ${name}`;
  }, [title, name]);

  const address = menu.remotes.find(({ id }) => id === node?.remote?.plugin);
  const current = node?.remote && address ? { path, address, screen: node.remote.screen } : undefined;
  const shown = useShown(path, current);
  const lost = useLost(path, shown);
  if (!shown) return lost ? <LostScreen isOn={menu.remotes.some(({ id }) => id === lost)} /> : <NotFound />;
  const isBehind = current?.address.version !== shown.address.version;
  return (
    <>
      {isBehind ? (
        <Alert
          type="warning"
          className={styles.behind ?? ''}
          content={words(current ? 'screen.changed' : 'screen.switched_off')}
        />
      ) : null}
      <NamedIcons value={menuIcon}>
        <ScreenIcon value={node?.icon ? menuIcon(node.icon) : null}>
          <RemoteScreen
            key={`${shown.address.id}@${shown.address.version}${path}`}
            address={shown.address}
            screen={shown.screen}
          />
        </ScreenIcon>
      </NamedIcons>
    </>
  );
}

interface Shown {
  path: string;
  address: RemoteAddress;
  screen: string;
}

/** The screen to show: what the menu has now, but what was there before while a form on it has unsaved work. */
function useShown(path: string, current: Shown | undefined): Shown | undefined {
  const hasUnsavedWork = useHasUnsavedWork();
  const [kept, setKept] = useState(current);
  const isKept = hasUnsavedWork && kept?.path === path;
  useEffect(() => {
    if (!isKept) setKept((before) => (isSame(before, current) ? before : current));
  });
  return isKept ? kept : current;
}

/** The plugin of the screen that stood at this address until now; undefined: none did, or it still stands there. */
function useLost(path: string, shown: Shown | undefined): string | undefined {
  const [before, setBefore] = useState<{ path: string; plugin: string }>();
  const plugin = shown?.address.id;
  useEffect(() => {
    if (plugin !== undefined) setBefore({ path, plugin });
  }, [path, plugin]);
  return shown === undefined && before?.path === path ? before.plugin : undefined;
}

function isSame(left: Shown | undefined, right: Shown | undefined): boolean {
  return (
    left?.path === right?.path &&
    left?.screen === right?.screen &&
    left?.address.id === right?.address.id &&
    left?.address.version === right?.address.version
  );
}

/** A screen of a remote; a remote that cannot be had shows why, and can be tried again. */
export function RemoteScreen({ address, screen }: { address: RemoteAddress; screen: string }) {
  const locale = useLocale();
  const [attempt, setAttempt] = useState(0);
  const key = `${address.id}@${address.version}/${screen}#${attempt}`;
  const Screen = screenOf(key, address, screen, locale);
  return (
    <ScreenBoundary
      key={key}
      attempt={attempt}
      onRetry={() => {
        screens.delete(key);
        forgetPlugin(address.id);
        setAttempt(attempt + 1);
      }}
    >
      <Suspense fallback={<Skeleton lines={6} height={20} />}>
        <Screen />
        <LeaveQuestion />
      </Suspense>
    </ScreenBoundary>
  );
}

function screenOf(key: string, address: RemoteAddress, screen: string, locale: Locale): ComponentType {
  const known = screens.get(key);
  if (known) return known;
  const made = lazy(async () => {
    const module = await loadPlugin(address, locale);
    const load = module.screens[screen];
    if (!load) throw new RemoteError('screen_missing');
    try {
      return await load();
    } catch (cause) {
      throw new RemoteError(isUnreachable(cause) ? 'remote_unreachable' : 'remote_broken', cause);
    }
  });
  screens.set(key, made);
  return made;
}
