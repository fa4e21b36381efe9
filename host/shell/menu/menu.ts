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
    .filter((node) => isScreen(node) || node.children.length > 0);
}

function isScreen(node: MenuNode): boolean {
  return node.type === 1 && node.path.startsWith('/customer/');
}
