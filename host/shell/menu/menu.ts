import type { SlotEntry } from '@waypost/host-sdk';
import { atom } from 'jotai';

/** A node of the menu tree, as `menu/tree` answers it. */
export interface MenuNode {
  id: string;
  name: string;
  language_variables: string;
  /** `/customer/<route>` of a screen; empty for a group. */
  path: string;
  /** 1 route, 2 button. */
  type: 1 | 2;
  icon: string;
  remote: { plugin: string; screen: string } | null;
  children: readonly MenuNode[];
}

export interface RemoteAddress {
  id: string;
  version: string;
  /** Address of the built remote's manifest. */
  manifest: string;
}

export interface Menu {
  tree: readonly MenuNode[];
  remotes: readonly RemoteAddress[];
  /** What plugins add to pages of others. */
  slots: readonly SlotEntry[];
  generation: number;
}

/** The menu in force; undefined until it has been loaded. */
export const menuAtom = atom<Menu | undefined>(undefined);

const HOME = '/customer/today_statistics';

/** Every screen of the tree, in the order it is shown. */
export function screensOf(nodes: readonly MenuNode[]): MenuNode[] {
  return nodes.flatMap((node) => [...(isScreen(node) ? [node] : []), ...screensOf(node.children)]);
}

/** Where login leads: the first screen under /customer. Undefined when there is none. */
export function landingPath(nodes: readonly MenuNode[]): string | undefined {
  return screensOf(nodes)[0]?.path;
}

/** Where /customer itself leads: today's statistics where they are there, else likewise. */
export function homePath(nodes: readonly MenuNode[]): string | undefined {
  return screensOf(nodes).some(({ path }) => path === HOME) ? HOME : landingPath(nodes);
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

/** What the left menu shows: no buttons, no group without a screen. */
export function visibleNodes(nodes: readonly MenuNode[]): MenuNode[] {
  return nodes
    .filter((node) => node.type === 1)
    .map((node) => ({ ...node, children: visibleNodes(node.children) }))
    .filter((node) => isScreen(node) || node.children.length > 0);
}

function isScreen(node: MenuNode): boolean {
  return node.type === 1 && node.path.startsWith('/customer/');
}
