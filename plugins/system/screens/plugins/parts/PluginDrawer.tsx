import { IconMore } from '@arco-design/web-react/icon';
import {
  Button,
  Drawer,
  MenuButton,
  PendingState,
  Tabs,
  useCall,
  usePermission,
  useQuery,
  useWords,
} from '@waypost/host-sdk';
import { INSTALL, pluginDetails } from '../calls.ts';
import { DataTab } from './DataTab.tsx';
import type { DrawerState } from './drawer-state.ts';
import { HealthTab } from './HealthTab.tsx';
import { HistoryList } from './HistoryList.tsx';
import { OverviewTab } from './OverviewTab.tsx';
import { usePluginActions } from './PluginTable.tsx';
import { SettingsTab } from './SettingsTab.tsx';
import { StateTag } from './states.tsx';
import { POLL_MS, usePluginName } from './use-plugins.ts';

const TABS = ['overview', 'health', 'settings', 'data', 'history'] as const;
type Tab = (typeof TABS)[number];

interface PluginDrawerProps {
  id: string;
  onOpen: (state: DrawerState) => void;
  onClose: () => void;
}

/** One plugin: what it is, how it does, what it is set to, what it keeps, what was done to it. */
export function PluginDrawer({ id, onOpen, onClose }: PluginDrawerProps) {
  const words = useWords();
  const name = usePluginName();
  const [params, set] = useQuery();
  const { data, error, refetch } = useCall(pluginDetails, { id }, { refetchInterval: POLL_MS });
  // The answer for another plugin stays until this one's is here.
  const plugin = data?.id === id ? data : undefined;
  const may = usePermission();
  const actions = usePluginActions(onOpen);
  const current: Tab = TABS.find((tab) => tab === params.get('tab')) ?? 'overview';
  const items = plugin ? actions(plugin).filter((item) => item.name !== 'view') : [];
  return (
    <Drawer
      title={plugin ? name(plugin) : id}
      isOpen
      onClose={onClose}
      width={760}
      actions={
        plugin ? (
          <>
            <StateTag state={plugin.state} />
            {items.length === 0 ? null : (
              <MenuButton
                label={words('system.plugins.actions_of', { name: name(plugin) })}
                icon={<IconMore />}
                items={items}
              />
            )}
          </>
        ) : undefined
      }
      footer={
        plugin?.state === 'waiting' && plugin.release !== null && may(INSTALL) ? (
          <Button
            kind="primary"
            onClick={() => onOpen({ kind: 'upgrade', id, release: plugin.release as string })}
          >
            {words('system.plugins.action.consent')}
          </Button>
        ) : undefined
      }
    >
      <Tabs
        label={words('system.plugins.tabs')}
        tabs={TABS.map((tab) => ({ name: tab, title: words(`system.plugins.tab.${tab}`) }))}
        current={current}
        onChange={(tab) => set({ tab: tab === 'overview' ? undefined : tab })}
      >
        {!plugin ? (
          <PendingState error={error} onRetry={refetch} lines={8} height={18} />
        ) : current === 'overview' ? (
          <OverviewTab plugin={plugin} onOpen={onOpen} />
        ) : current === 'health' ? (
          <HealthTab plugin={plugin} />
        ) : current === 'settings' ? (
          <SettingsTab key={id} id={id} />
        ) : current === 'data' ? (
          <DataTab plugin={plugin} />
        ) : (
          <HistoryList id={id} />
        )}
      </Tabs>
    </Drawer>
  );
}
