import { IconRight } from '@arco-design/web-react/icon';
import { EmptyState, Tag, useWords } from '@waypost/host-sdk';
import { type KeyboardEvent, useRef, useState } from 'react';
import { SearchBox } from '../../../search/SearchBox.tsx';
import type { TreePlugin } from '../calls.ts';
import {
  isOffered,
  leavesOf,
  type ShownRow,
  shownRows,
  stateOf,
  type TreeItem,
  toggle,
} from './rights-tree.ts';
import styles from './role.module.css';
import { keyOf } from './tree-keys.ts';

/** What somebody has opened of the tree, and what they look for in it. */
export interface TreeView {
  open: ReadonlySet<string>;
  search: string;
}

interface RightsTreeProps {
  tree: readonly TreeItem[];
  plugins: readonly TreePlugin[];
  given: ReadonlySet<string>;
  /** What the person holds, and so may give. */
  mayGive: (permission: string) => boolean;
  /** Kept by whoever shows the tree: it outlives the form that is made anew when the role was saved. */
  view: TreeView;
  onView: (view: TreeView) => void;
  /** Without it nothing can be ticked. */
  onChange?: ((given: Set<string>) => void) | undefined;
}

const CHECKED = { all: 'true', some: 'mixed', none: 'false' } as const;

/** The tree of rights: a search over it, ticks, and why something cannot be ticked. */
export function RightsTree({ tree, plugins, given, mayGive, view, onView, onChange }: RightsTreeProps) {
  const words = useWords();
  const { open, search } = view;
  const [current, setCurrent] = useState<string>();
  const list = useRef<HTMLDivElement>(null);
  const rows = shownRows(tree, { open, search });
  const all = new Set(tree.flatMap(leavesOf).map(({ permission }) => permission));
  const focused = rows.some(({ item }) => item.id === current) ? current : rows[0]?.item.id;

  const turn = (item: TreeItem, isOpen: boolean) => {
    const next = new Set(open);
    if (isOpen) next.add(item.id);
    else next.delete(item.id);
    onView({ ...view, open: next });
  };
  const canTick = (item: TreeItem) =>
    onChange !== undefined &&
    leavesOf(item).some(
      (leaf) => isOffered(leaf) && (given.has(leaf.permission ?? '') || mayGive(leaf.permission ?? '')),
    );
  const tick = (item: TreeItem) => {
    if (canTick(item)) onChange?.(toggle(tree, item, { given, mayGive }));
  };
  const go = (id: string | undefined) => {
    if (id === undefined) return;
    setCurrent(id);
    list.current?.querySelector<HTMLElement>(`[data-row="${id}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const row = rows[at];
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = keyOf(event.key, { row, at, rows, go, turn, tick });
    if (act === undefined) return;
    event.preventDefault();
    act();
  };

  return (
    <div className={styles.rights}>
      <div className={styles.treeHead}>
        <SearchBox
          value={search}
          label={words('system.role.tree.search')}
          onChange={(wanted) => onView({ ...view, search: wanted })}
        />
        <span role="status" className={styles.count}>
          {words('system.role.tree.chosen', {
            given: [...given].filter((node) => all.has(node)).length,
            all: all.size,
          })}
        </span>
      </div>
      {rows.length === 0 ? (
        <EmptyState title={words('system.role.tree.none')} />
      ) : (
        <div ref={list} role="tree" aria-label={words('system.role.tree')} className={styles.tree}>
          {rows.map((row, at) => (
            <Row
              key={row.item.id}
              row={row}
              state={stateOf(row.item, given)}
              isFocusable={row.item.id === focused}
              canTick={canTick(row.item)}
              reason={reasonOf(row.item)}
              onKeyDown={(event) => onKeyDown(event, at)}
              onFocus={() => setCurrent(row.item.id)}
              onTurn={() => turn(row.item, !row.isOpen)}
              onTick={() => tick(row.item)}
            />
          ))}
        </div>
      )}
    </div>
  );

  /** Why a right cannot be ticked; undefined: it can, or nothing can be. */
  function reasonOf(item: TreeItem): string | undefined {
    const { node } = item;
    if (!node.is_active) {
      const plugin = plugins.find(({ id }) => id === node.plugin);
      return words(`system.role.tree.off.${plugin?.state || 'removed'}`, {
        plugin: plugin?.name ?? node.plugin,
      });
    }
    if (onChange === undefined || item.permission === undefined) return undefined;
    if (!isOffered(item)) return words('system.role.tree.not_selectable');
    if (!given.has(item.permission) && !mayGive(item.permission)) return words('system.role.tree.not_yours');
    return undefined;
  }
}

interface RowProps {
  row: ShownRow;
  state: keyof typeof CHECKED;
  isFocusable: boolean;
  canTick: boolean;
  reason: string | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: () => void;
  onTurn: () => void;
  onTick: () => void;
}

function Row({ row, state, canTick, reason, ...props }: RowProps) {
  const words = useWords();
  const { item, level, isOpen } = row;
  const { node } = item;
  const hasChildren = item.children.length > 0;
  return (
    <div
      role="treeitem"
      data-row={item.id}
      aria-level={level}
      aria-checked={CHECKED[state]}
      aria-disabled={!canTick || undefined}
      aria-selected={false}
      {...(hasChildren ? { 'aria-expanded': isOpen } : {})}
      tabIndex={props.isFocusable ? 0 : -1}
      className={styles.row}
      style={{ paddingInlineStart: `${(level - 1) * 24 + 4}px` }}
      data-off={!node.is_active || undefined}
      onKeyDown={props.onKeyDown}
      onFocus={props.onFocus}
      onClick={hasChildren ? props.onTurn : props.onTick}
    >
      <span className={styles.turn} data-open={isOpen || undefined} aria-hidden="true">
        {hasChildren ? <IconRight /> : null}
      </span>
      <span
        className={styles.box}
        data-state={state}
        aria-hidden="true"
        onClick={(event) => {
          event.stopPropagation();
          props.onTick();
        }}
      />
      <span className={styles.what}>
        <span className={styles.rowName}>
          {item.name}
          {node.is_own ? <Tag>{words('system.role.tree.own')}</Tag> : null}
          {node.hidden && item.id === node.id ? <Tag>{words('system.role.tree.hidden')}</Tag> : null}
        </span>
        {reason === undefined ? null : <span className={styles.reason}>{reason}</span>}
      </span>
    </div>
  );
}
