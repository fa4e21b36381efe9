import type { ShownRow, TreeItem } from './rights-tree.ts';

interface Moves {
  row: ShownRow;
  at: number;
  rows: readonly ShownRow[];
  go: (id: string | undefined) => void;
  turn: (item: TreeItem, isOpen: boolean) => void;
  tick: (item: TreeItem) => void;
}

/** What a key does on a row, as people know it from other trees; undefined: nothing. */
export function keyOf(key: string, { row, at, rows, go, turn, tick }: Moves): (() => void) | undefined {
  const { item, isOpen, level } = row;
  const hasChildren = item.children.length > 0;
  switch (key) {
    case 'ArrowDown':
      return () => go(rows[at + 1]?.item.id);
    case 'ArrowUp':
      return () => go(rows[at - 1]?.item.id);
    case 'Home':
      return () => go(rows[0]?.item.id);
    case 'End':
      return () => go(rows.at(-1)?.item.id);
    case 'ArrowRight':
      if (!hasChildren) return undefined;
      return () => (isOpen ? go(rows[at + 1]?.item.id) : turn(item, true));
    case 'ArrowLeft':
      if (hasChildren && isOpen) return () => turn(item, false);
      return () => go(rows.slice(0, at).findLast((other) => other.level < level)?.item.id);
    case ' ':
      return () => tick(item);
    case 'Enter':
      return () => (hasChildren ? turn(item, !isOpen) : tick(item));
    default:
      return undefined;
  }
}
