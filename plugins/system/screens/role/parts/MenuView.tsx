import { IconEdit, IconPlus } from '@arco-design/web-react/icon';
import { YesNo } from '@waypost/contract';
import {
  Button,
  Can,
  ErrorState,
  IconButton,
  Page,
  ScreenLink,
  Skeleton,
  Tag,
  usePermission,
  useReloadArea,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { ARRANGE, type RoleNode } from '../calls.ts';
import { role } from '../resource.ts';
import { NodeDrawer } from './NodeDrawer.tsx';
import styles from './role.module.css';
import { useRights } from './use-rights.ts';

/** The menu as it is put together: operators rename, sort and hide what plugins bring, and add entries of their own. */
export function MenuView() {
  const words = useWords();
  const { rights, error, retry } = useRights();
  const reload = useReloadArea(role.area);
  const [open, setOpen] = useState<RoleNode | 'new'>();
  return (
    <Page
      title={words('system.role.tab.menu')}
      text={words('system.role.menu.text')}
      actions={
        <>
          <ScreenLink to="role">{words('system.role.back')}</ScreenLink>
          <Can permission={ARRANGE}>
            <Button kind="primary" icon={<IconPlus />} onClick={() => setOpen('new')}>
              {words('system.menu_node.add')}
            </Button>
          </Can>
        </>
      }
    >
      {error ? (
        <ErrorState error={error} onRetry={retry} />
      ) : rights ? (
        <ul className={styles.tree}>
          {entriesOf(rights.nodes).map(({ node, level }) => (
            <Entry key={node.id} node={node} level={level} onEdit={() => setOpen(node)} />
          ))}
        </ul>
      ) : (
        <Skeleton lines={8} height={28} />
      )}
      {open === undefined ? null : (
        <NodeDrawer
          node={open === 'new' ? undefined : open}
          nodes={rights?.nodes ?? []}
          onClose={() => setOpen(undefined)}
          onDone={() => void reload()}
        />
      )}
    </Page>
  );
}

/** Groups and what stands in them, as the menu sorts them; buttons are no entries. */
function entriesOf(nodes: readonly RoleNode[]): { node: RoleNode; level: number }[] {
  const entries = nodes.filter(({ type, is_active }) => type === 1 && is_active);
  const below = (parent: string, level: number): { node: RoleNode; level: number }[] =>
    entries
      .filter((node) => node.parent === parent)
      .toSorted((a, b) => b.sort - a.sort || a.name.localeCompare(b.name))
      .flatMap((node) => [{ node, level }, ...below(node.id, level + 1)]);
  return below('', 1);
}

function Entry({ node, level, onEdit }: { node: RoleNode; level: number; onEdit: () => void }) {
  const words = useWords();
  const may = usePermission();
  return (
    <li className={styles.row} style={{ paddingInlineStart: `${(level - 1) * 24 + 12}px` }}>
      <span className={styles.what}>
        <span className={styles.rowName}>
          {node.name}
          {node.is_own ? <Tag>{words('system.role.tree.own')}</Tag> : null}
          {node.hidden || node.is_declared_hidden ? <Tag>{words('system.role.tree.hidden')}</Tag> : null}
          {node.show_headshot === YesNo.yes ? (
            <Tag tone="info">{words('system.menu_node.show_headshot')}</Tag>
          ) : null}
        </span>
        {node.path === '' ? null : <code className={styles.reason}>{node.path}</code>}
      </span>
      {may(ARRANGE) ? (
        <span className={styles.rowButtons}>
          <IconButton
            label={words('system.menu_node.edit', { name: node.name })}
            icon={<IconEdit />}
            onClick={onEdit}
          />
        </span>
      ) : null}
    </li>
  );
}
