import {
  IconDelete,
  IconEye,
  IconMore,
  IconPoweroff,
  IconRefresh,
  IconUp,
} from '@arco-design/web-react/icon';
import type { PluginOverview } from '@waypost/contract/platform';
import {
  Cards,
  DataTable,
  MenuButton,
  type MenuItem,
  type TableColumn,
  Tag,
  useIsPhone,
  useNamedIcon,
  usePermission,
  useWords,
} from '@waypost/host-sdk';
import { DELETE, INSTALL, UPDATE } from '../calls.ts';
import type { DrawerState } from './drawer-state.ts';
import { useFailureLine, useRetry } from './failure.tsx';
import styles from './plugins.module.css';
import { isReceived, StateTag, trustKey } from './states.tsx';
import { usePluginDescription, usePluginName } from './use-plugins.ts';

/** Stands for a plugin that names no icon. */
const NO_ICON = 'apps';

interface PluginTableProps {
  plugins: readonly PluginOverview[] | undefined;
  onOpen: (state: DrawerState) => void;
}

/** Every plugin with its state; what can be done with it stands in the row's menu. */
export function PluginTable({ plugins, onOpen }: PluginTableProps) {
  const words = useWords();
  const name = usePluginName();
  const description = usePluginDescription();
  const icon = useNamedIcon();
  const isPhone = useIsPhone();
  const actionsOf = usePluginActions(onOpen);
  const column = (key: string, render: TableColumn<PluginOverview>['render']) => ({
    key,
    title: words(`system.plugins.column.${key}`),
    render,
  });
  // What all have alike tells none from another.
  const hasOneSource = new Set(plugins?.map(({ source }) => source)).size === 1;
  const columns: TableColumn<PluginOverview>[] = [
    column('name', (plugin) => (
      <button type="button" className={styles.open} onClick={() => onOpen({ kind: 'view', id: plugin.id })}>
        <span className={styles.icon}>{icon(plugin.icon || NO_ICON)}</span>
        <span className={styles.about}>
          <span className={styles.name}>{name(plugin)}</span>
          <span className={styles.description}>{description(plugin)}</span>
        </span>
      </button>
    )),
    column('version', (plugin) => (
      <span className={styles.version}>
        <span>{plugin.version ?? '–'}</span>
        {plugin.newer && !isReceived(plugin) ? (
          <Tag tone="info">{words('system.plugins.newer', { version: plugin.newer.version })}</Tag>
        ) : null}
      </span>
    )),
    column('state', (plugin) => <State plugin={plugin} />),
    column('trust', (plugin) => (
      <span className={styles.trust}>{isReceived(plugin) ? '–' : words(trustKey(plugin.trust))}</span>
    )),
    ...(hasOneSource ? [] : [column('source', (plugin) => words(`system.plugins.source.${plugin.source}`))]),
  ];
  const shared = {
    label: words('menu.plugins'),
    columns,
    rows: plugins,
    rowKey: ({ id }: PluginOverview) => id,
    actions: (plugin: PluginOverview) => (
      <MenuButton
        label={words('system.plugins.actions_of', { name: name(plugin) })}
        icon={<IconMore />}
        items={actionsOf(plugin)}
      />
    ),
  };
  return isPhone ? <Cards {...shared} /> : <DataTable {...shared} />;
}

function State({ plugin }: { plugin: PluginOverview }) {
  const words = useWords();
  const lineOf = useFailureLine();
  const reason = plugin.failure === null ? plugin.reason : lineOf(plugin.failure);
  if (isReceived(plugin)) return <Tag tone="info">{words('system.plugins.state.received')}</Tag>;
  return (
    <span className={styles.state}>
      <StateTag state={plugin.state} />
      {plugin.quarantined > 0 ? (
        <Tag tone="bad">{words('system.plugins.quarantined', { count: plugin.quarantined })}</Tag>
      ) : null}
      {reason === null ? null : (
        <span className={styles.reason} title={reason}>
          {reason}
        </span>
      )}
    </span>
  );
}

/** What the person may do with a plugin as it stands. */
export function usePluginActions(
  onOpen: (state: DrawerState) => void,
): (plugin: PluginOverview) => MenuItem[] {
  const words = useWords();
  const may = usePermission();
  const { retry } = useRetry();
  return (plugin) => {
    const { id, newer } = plugin;
    const isFixed = plugin.source === 'registry';
    const items: MenuItem[] = [
      {
        name: 'view',
        label: words('system.plugins.action.view'),
        icon: <IconEye />,
        onSelect: () => onOpen({ kind: 'view', id }),
      },
    ];
    if (may(UPDATE) && plugin.failure !== null)
      items.push({
        name: 'retry',
        label: words('action.retry'),
        icon: <IconRefresh />,
        onSelect: () => void retry(id),
      });
    if (may(INSTALL) && newer)
      items.push({
        name: 'upgrade',
        label: isReceived(plugin)
          ? words('system.plugins.action.install')
          : words('system.plugins.action.upgrade', { version: newer.version }),
        icon: <IconUp />,
        onSelect: () => onOpen({ kind: 'upgrade', id, release: newer.release }),
      });
    if (may(INSTALL) && plugin.state === 'waiting' && plugin.release !== null) {
      const { release } = plugin;
      items.push({
        name: 'consent',
        label: words('system.plugins.action.consent'),
        icon: <IconUp />,
        onSelect: () => onOpen({ kind: 'upgrade', id, release }),
      });
    }
    if (may(UPDATE) && !isReceived(plugin) && !plugin.is_required) {
      const kind = plugin.is_enabled ? ('disable' as const) : ('enable' as const);
      items.push({
        name: kind,
        label: words(`system.plugins.action.${kind}`),
        icon: <IconPoweroff />,
        onSelect: () => onOpen({ kind, id }),
      });
    }
    if (may(DELETE) && !isFixed)
      items.push({
        name: 'remove',
        label: words('system.plugins.action.remove'),
        icon: <IconDelete />,
        isDangerous: true,
        onSelect: () => onOpen({ kind: 'remove', id }),
      });
    return items;
  };
}
