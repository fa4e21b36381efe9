import { YesNo } from '@waypost/contract/constants';
import type { MenuNode, RemoteAddress } from '@waypost/contract/platform';
import type { SlotEntry } from '@waypost/host-sdk';
import { atom } from 'jotai';

export interface Menu {
  tree: readonly MenuNode[];
  /** Where `/customer` leads; null: to the first screen. */
  home: string | null;
  remotes: readonly RemoteAddress[];
  /** What plugins add to pages of others. */
  slots: readonly SlotEntry[];
  generation: number;
}

/** The menu in force; undefined until it has been loaded. */
export const menuAtom = atom<Menu | undefined>(undefined);

/** Every screen that the menu shows, in its order. */
export function screensOf(nodes: readonly MenuNode[]): MenuNode[] {
  return nodes.flatMap((node) => [
    ...(isScreen(node) && !node.hidden ? [node] : []),
    ...screensOf(node.children),
  ]);
}

/** Where login leads: the first screen under /customer. Undefined when there is none. */
export function landingPath(nodes: readonly MenuNode[]): string | undefined {
  return screensOf(nodes)[0]?.path;
}

/** Where /customer itself leads: to the home that the server names, else likewise. */
export function homePath({ tree, home }: Pick<Menu, 'tree' | 'home'>): string | undefined {
  return screensOf(tree).some(({ path }) => path === home) ? (home ?? undefined) : landingPath(tree);
}

/** The nodes from the root to a path, for breadcrumbs and to open the groups above it. */
export function trailTo(nodes: readonly MenuNode[], path: string): MenuNode[] {
  for (const node of nodes) {
    if (isScreen(node) && node.path === path) return [node];
    const below = trailTo(node.children, path);
    if (below.length > 0) return [node, ...below];
  }
  return [];
}

/** What the left menu shows: no buttons, no hidden screens, no group without a screen. */
export function visibleNodes(nodes: readonly MenuNode[]): MenuNode[] {
  return nodes
    .filter((node) => node.type === 1 && !node.hidden)
    .map((node) => ({ ...node, children: visibleNodes(node.children) }))
    .filter((node) => isScreen(node) || isOutside(node) || node.children.length > 0);
}

/** Whether an entry that operators added leads out of the product. */
export function isOutside({ type, path }: Pick<MenuNode, 'type' | 'path'>): boolean {
  return type === 1 && /^https?:\/\//i.test(path);
}

/** An entry of the menu as people see it. */
export interface MenuEntry extends Omit<MenuNode, 'children'> {
  children: readonly MenuEntry[];
  /** Paths of the screens that it stands for: its own, or those of a group of tabs, hidden ones among them. */
  paths: readonly string[];
}

/**
 * The entries of the menu: as `visibleNodes`, a group of tabs as one entry that leads to the first of them. What operators
 * want at the top stands there by itself, and not in its group as well.
 */
export function menuEntries(nodes: readonly MenuNode[]): MenuEntry[] {
  const pinned = pinnedOf(visibleNodes(nodes));
  return [
    ...pinned.map((node) => ({ ...node, children: [], paths: [node.path] })),
    ...entriesOf(nodes, new Set(pinned.map(({ id }) => id))),
  ];
}

function pinnedOf(nodes: readonly MenuNode[]): MenuNode[] {
  return nodes.flatMap((node) =>
    node.path !== '' && node.show_headshot === YesNo.yes ? [node] : pinnedOf(node.children),
  );
}

function entriesOf(nodes: readonly MenuNode[], pinned: ReadonlySet<string>): MenuEntry[] {
  const rest = visibleNodes(nodes).filter(
    ({ id, path, children }) =>
      !pinned.has(id) && (path !== '' || children.some((child) => !pinned.has(child.id))),
  );
  return rest.flatMap((node) => {
    const [first] = node.as_tabs ? screensOf(node.children) : [];
    if (first === undefined)
      return [{ ...node, children: entriesOf(node.children, pinned), paths: [node.path] }];
    const whole = nodes.find(({ id }) => id === node.id) ?? node;
    return [
      { ...node, path: first.path, children: [], paths: pathsOf(whole.children) },
      // What leads out of the product is no tab: it stands behind its group.
      ...entriesOf(outsideOf(node.children), pinned),
    ];
  });
}

const outsideOf = (nodes: readonly MenuNode[]): MenuNode[] =>
  nodes.flatMap((node) => (isOutside(node) ? [node] : outsideOf(node.children)));

function pathsOf(nodes: readonly MenuNode[]): string[] {
  return nodes.flatMap((node) => [...(isScreen(node) ? [node.path] : []), ...pathsOf(node.children)]);
}

interface Tab extends Pick<MenuNode, 'id' | 'name' | 'path'> {
  /** `page`: its screen is open; `true`: one of the screens of the group that it stands for. */
  current: 'page' | 'true' | undefined;
}

/** Tabs beside each other. */
export interface TabRow {
  group: MenuNode;
  tabs: readonly Tab[];
  /** Keys of the address that go along from tab to tab. */
  keeps: readonly string[];
}

/** The rows of tabs over a screen: those of its group, and those of a group in that; none over a screen that is no tab. */
export function tabRows(nodes: readonly MenuNode[], path: string): TabRow[] {
  const group = trailTo(nodes, path).find((node) => node.as_tabs !== undefined);
  const outer = visibleNodes(group?.children ?? []).filter((node) => screensOf([node]).length > 0);
  const open = outer.find((node) => screensOf([node]).some((screen) => screen.path === path));
  if (!group || !open) return [];
  const keeps = [...(group.as_tabs?.keeps ?? []), ...(open.as_tabs?.keeps ?? [])];
  const tabOf = (node: MenuNode): Tab => ({
    id: node.id,
    name: node.name,
    path: landingPath([node]) ?? '',
    current: node.path === path ? 'page' : node === open ? 'true' : undefined,
  });
  return [
    { group, tabs: outer.map(tabOf), keeps: group.as_tabs?.keeps ?? [] },
    { group: open, tabs: screensOf([open]).map(tabOf), keeps },
  ].filter(({ tabs }) => tabs.length > 1);
}

/** A tab's address, with what goes along of the address that one comes from: `?range=7_days`. */
export function tabAddress(path: string, search: string, keeps: readonly string[]): string {
  const given = new URLSearchParams(search);
  const kept = new URLSearchParams(keeps.flatMap((key) => given.getAll(key).map((value) => [key, value])));
  const query = kept.toString();
  return query === '' ? path : `${path}?${query}`;
}

function isScreen(node: MenuNode): boolean {
  return node.type === 1 && node.path.startsWith('/customer/');
}
