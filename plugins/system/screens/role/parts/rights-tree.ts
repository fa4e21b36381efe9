import { MenuType, YesNo } from '@waypost/contract';
import type { RoleNode } from '../calls.ts';

/** One row of the tree: a group, a screen, or a right that can be ticked. */
export interface TreeItem {
  id: string;
  name: string;
  node: RoleNode;
  /** The right of a row that has nothing below it. */
  permission: string | undefined;
  /** The right of the screen around it, without which it would be of no use. */
  needs: string | undefined;
  children: readonly TreeItem[];
}

/** What the ticks below a row come to. */
export type TickState = 'all' | 'some' | 'none';

/**
 * The tree as people tick it. A screen with buttons is a row over its rights, and the first of these is to see it: so a
 * tick above is always the sum of the ticks below. Where the rows on it have a right of their own, the screen is of no use
 * without that. `see`: what the right to see a screen is called, beside the names of the other rights on it.
 */
export function buildTree(
  nodes: readonly RoleNode[],
  see: (permission: string, taken: readonly string[]) => string,
): TreeItem[] {
  const below = Map.groupBy(nodes, ({ parent }) => parent);
  const make = (node: RoleNode, needs: string | undefined): TreeItem => {
    const under = (below.get(node.id) ?? []).toSorted(bySort);
    const permission = node.permission ?? undefined;
    const leaf = { id: node.id, name: node.name, node, permission, needs, children: [] };
    if (under.length === 0) return leaf;
    const rows = under.find(
      ({ type, permission: right }) => type === MenuType.button && isRowsOf(right, permission),
    );
    const own =
      permission === undefined
        ? []
        : [
            {
              ...leaf,
              id: `${node.id}:see`,
              name: see(
                permission,
                under.map(({ name }) => name),
              ),
              needs: rows?.permission ?? needs,
            },
          ];
    const children = [...own, ...under.map((child) => make(child, child === rows ? undefined : permission))];
    return { ...leaf, permission: undefined, children };
  };
  const known = new Set(nodes.map(({ id }) => id));
  return nodes
    .filter(({ parent }) => !known.has(parent))
    .toSorted(bySort)
    .map((node) => make(node, undefined))
    .filter((item) => item.permission !== undefined || item.children.length > 0);
}

/** Whether a right is that to see the rows which the other one does something with: `a.b:read` of `a.b:read_all`. */
function isRowsOf(rows: string | null, permission: string | undefined): boolean {
  return rows !== permission && rows === `${permission?.split(':')[0]}:read`;
}

const bySort = (a: RoleNode, b: RoleNode) => b.sort - a.sort || a.name.localeCompare(b.name);

/** What a right is called by: the screen that stands on it, else the first button that it is. */
export function nodeOfRight(nodes: readonly RoleNode[], permission: string): RoleNode | undefined {
  const all = nodes.filter((node) => node.permission === permission);
  return all.find(({ type }) => type === MenuType.route) ?? all[0];
}

/** Every row that is a right of its own. */
export function leavesOf(item: TreeItem): TreeItem[] {
  return item.children.length === 0
    ? item.permission === undefined
      ? []
      : [item]
    : item.children.flatMap(leavesOf);
}

/** What the ticks of a row's rights come to. */
export function stateOf(item: TreeItem, given: ReadonlySet<string>): TickState {
  const leaves = leavesOf(item);
  const ticked = leaves.filter(({ permission = '' }) => given.has(permission)).length;
  if (ticked === 0) return 'none';
  return ticked === leaves.length ? 'all' : 'some';
}

/** Whether a right can be given or taken at all: its plugin runs, and it is meant to be given. */
export const isOffered = ({ node }: TreeItem) => node.is_active && node.allow_selection === YesNo.yes;

/**
 * The rights after a row was ticked or unticked: everything below it follows, a right brings that to see its screen along,
 * and goes with it, unless another screen shows it, too. `mayGive`: what the person may tick; what they may not stays as it is.
 */
export function toggle(
  tree: readonly TreeItem[],
  item: TreeItem,
  { given, mayGive }: { given: ReadonlySet<string>; mayGive: (permission: string) => boolean },
): Set<string> {
  const canChange = (leaf: TreeItem) =>
    isOffered(leaf) && (given.has(leaf.permission ?? '') || mayGive(leaf.permission ?? ''));
  const leaves = leavesOf(item).filter(canChange);
  const isOn = leaves.every(({ permission = '' }) => given.has(permission));
  const next = new Set(given);
  const all = tree.flatMap(leavesOf);
  const isAround = (leaf: TreeItem, other: TreeItem) =>
    other.node.id === leaf.node.parent || other.node.parent === leaf.node.id;
  // Only the place that was ticked brings its screen along: another screen may show the same right.
  const give = (leaf: TreeItem) => {
    next.add(leaf.permission ?? '');
    const { needs } = leaf;
    if (needs === undefined || next.has(needs) || !mayGive(needs)) return;
    next.add(needs);
    for (const other of all) if (other.permission === needs && isAround(leaf, other)) give(other);
  };
  const isUseless = (leaf: TreeItem) => leaf.needs !== undefined && !next.has(leaf.needs) && isOffered(leaf);
  // A right that several screens show stays while it is of use on one of them.
  const take = (permission: string) => {
    next.delete(permission);
    for (const { needs, permission: right = '' } of all) {
      if (needs !== permission || !next.has(right)) continue;
      if (all.filter((leaf) => leaf.permission === right).every(isUseless)) take(right);
    }
  };
  for (const leaf of leaves)
    if (isOn) take(leaf.permission ?? '');
    else give(leaf);
  return next;
}

/** A row as it is shown. */
export interface ShownRow {
  item: TreeItem;
  /** 1 at the top. */
  level: number;
  isOpen: boolean;
}

/** The rows in sight: what is open, or what a search finds with everything above and below it. */
export function shownRows(
  tree: readonly TreeItem[],
  { open, search }: { open: ReadonlySet<string>; search: string },
): ShownRow[] {
  const wanted = search.trim().toLowerCase();
  const finds = ({ name, node }: TreeItem) =>
    [name, node.path, node.permission ?? ''].some((text) => text.toLowerCase().includes(wanted));
  const hasFound = (item: TreeItem): boolean => finds(item) || item.children.some(hasFound);
  const rows = (items: readonly TreeItem[], level: number, isUnderFound: boolean): ShownRow[] =>
    items.flatMap((item) => {
      if (wanted !== '' && !isUnderFound && !hasFound(item)) return [];
      const isFound = isUnderFound || (wanted !== '' && finds(item));
      const isOpen = item.children.length > 0 && (open.has(item.id) || (wanted !== '' && !isFound));
      return [{ item, level, isOpen }, ...(isOpen ? rows(item.children, level + 1, isFound) : [])];
    });
  return rows(tree, 1, false);
}
