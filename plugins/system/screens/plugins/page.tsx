import { IconPlus } from '@arco-design/web-react/icon';
import {
  Button,
  Can,
  ErrorState,
  Page as Screen,
  Tabs,
  useCall,
  useQuery,
  useWords,
} from '@waypost/host-sdk';
import { useEffect, useRef } from 'react';
import { INSTALL, pluginsInquire } from './calls.ts';
import { ArchiveList } from './parts/ArchiveList.tsx';
import { ChangeDrawer } from './parts/ChangeDrawer.tsx';
import { ConsentDrawer } from './parts/ConsentDrawer.tsx';
import { ContributionList } from './parts/ContributionList.tsx';
import { type DrawerState, readDrawer, writeDrawer } from './parts/drawer-state.ts';
import { HistoryList } from './parts/HistoryList.tsx';
import { InstallDrawer } from './parts/InstallDrawer.tsx';
import { PluginDrawer } from './parts/PluginDrawer.tsx';
import { PluginTable } from './parts/PluginTable.tsx';
import { RemoveDrawer } from './parts/RemoveDrawer.tsx';
import { StoreWarning } from './parts/StoreWarning.tsx';
import { POLL_MS, usePluginEvents, usePluginName } from './parts/use-plugins.ts';

const VIEWS = ['plugins', 'contributions', 'history', 'archives'] as const;

/** Plugins of the platform: what is there, how it does, what may change. */
export function Page() {
  const words = useWords();
  const name = usePluginName();
  usePluginEvents();
  const [params, set] = useQuery();
  const { data, error, refetch } = useCall(pluginsInquire, {}, { refetchInterval: POLL_MS });
  const view = VIEWS.find((one) => one === params.get('view')) ?? 'plugins';
  const drawer = readDrawer(params.get('drawer'));
  const open = (state: DrawerState | undefined) => set({ drawer: writeDrawer(state), tab: undefined });
  const nameOf = (id: string) => name(data?.content.find((plugin) => plugin.id === id) ?? { id, names: {} });

  return (
    <Screen
      title={words('menu.plugins')}
      count={data?.count}
      text={words('system.plugins.text')}
      actions={
        <Can permission={INSTALL}>
          <Button kind="primary" icon={<IconPlus />} onClick={() => open({ kind: 'install' })}>
            {words('system.plugins.receive')}
          </Button>
        </Can>
      }
    >
      <StoreWarning />
      <Tabs
        label={words('menu.plugins')}
        tabs={VIEWS.map((one) => ({ name: one, title: words(`system.plugins.view.${one}`) }))}
        current={view}
        onChange={(next) => set({ view: next === 'plugins' ? undefined : next })}
      >
        {view === 'contributions' ? (
          <ContributionList />
        ) : view === 'history' ? (
          <HistoryList />
        ) : view === 'archives' ? (
          <ArchiveList />
        ) : error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <PluginTable plugins={data?.content} onOpen={open} />
        )}
      </Tabs>
      <OpenDrawer state={drawer} nameOf={nameOf} onOpen={open} />
    </Screen>
  );
}

interface OpenDrawerProps {
  state: DrawerState | undefined;
  nameOf: (id: string) => string;
  onOpen: (state: DrawerState | undefined) => void;
}

function OpenDrawer({ state, nameOf, onOpen }: OpenDrawerProps) {
  const shown = useRef<string>(undefined);
  useEffect(() => {
    shown.current = writeDrawer(state);
    return () => {
      shown.current = undefined;
    };
  });
  const close = () => onOpen(undefined);
  /** What was begun in a drawer may end when the person is elsewhere: then it leaves them there. */
  const whileShown = (then: () => void) => () => {
    if (shown.current === writeDrawer(state)) then();
  };
  if (state === undefined) return null;
  if (state.kind === 'install')
    return (
      <InstallDrawer onReceived={(id, release) => onOpen({ kind: 'upgrade', id, release })} onClose={close} />
    );
  const { id } = state;
  const shared = { id, name: nameOf(id), onClose: close };
  const view = whileShown(() => onOpen({ kind: 'view', id }));
  if (state.kind === 'upgrade') return <ConsentDrawer {...shared} release={state.release} onDone={view} />;
  if (state.kind === 'remove') return <RemoveDrawer {...shared} onDone={whileShown(close)} />;
  if (state.kind === 'view') return <PluginDrawer id={id} onOpen={onOpen} onClose={close} />;
  return <ChangeDrawer key={state.kind} {...shared} kind={state.kind} onDone={view} />;
}
