import { createHash } from 'node:crypto';
import { type Locale, type MenuNode, MenuPlatform, MenuType, YesNo } from '@waypost/contract';
import type { Caller } from '@waypost/sdk';
import type { Catalogue, MenuEntry } from '../catalogue.ts';

/** Groups that plugins share; larger is listed first. A group without screens is not listed. */
const GROUPS: Readonly<Record<string, { icon: string; sort: number }>> = {
  statistics: { icon: 'chart', sort: 900 },
  codes: { icon: 'qrcode', sort: 800 },
  people: { icon: 'user', sort: 300 },
  platform: { icon: 'settings', sort: 200 },
  account: { icon: 'user', sort: 100 },
};

/** Names of the groups that plugins share. */
export const MENU_GROUPS: ReadonlySet<string> = new Set(Object.keys(GROUPS));

/** Ids stay the same over restarts and languages, so that a browser can keep its place in the menu. */
function nodeId(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24);
}

const bySort = (a: MenuNode, b: MenuNode) =>
  b.sort - a.sort || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);

/** The menu that a caller may see, as groups of screens of buttons. */
export function menuTree(catalogue: Catalogue, caller: Caller, locale: Locale): MenuNode[] {
  const holds = (node: string) => caller.isSuper || caller.permissions.has(node);
  const translate = (key: string) => catalogue.translate(locale, key);
  const top: MenuNode[] = [];
  const groups = new Map<string, MenuNode>();
  const routes = new Set<string>();
  for (const entry of catalogue.menus()) {
    // A screen may have several places: the first that the caller may see is theirs.
    if (!holds(entry.permission) || routes.has(entry.place.route)) continue;
    routes.add(entry.place.route);
    const { parent } = entry.place;
    const node = screenNode(entry, holds, translate);
    if (parent === undefined) {
      top.push(node);
      continue;
    }
    let group = groups.get(parent);
    if (!group) {
      group = groupNode(parent, translate);
      groups.set(parent, group);
      top.push(group);
    }
    group.children.push(node);
    if (entry.place.asTabs) group.as_tabs = joinTabs(group.as_tabs, entry.place.asTabs);
  }
  for (const group of groups.values()) group.children.sort(bySort);
  return top.sort(bySort);
}

/** Where `/customer` leads a caller: the screen with the largest `sort` of those that are a home; null when none is. */
export function homePath(catalogue: Catalogue, caller: Caller): string | null {
  const homes = catalogue
    .menus()
    .filter(({ place, permission }) => place.home && (caller.isSuper || caller.permissions.has(permission)));
  homes.sort((a, b) => (b.place.sort ?? 0) - (a.place.sort ?? 0) || (a.place.route < b.place.route ? -1 : 1));
  return homes[0] === undefined ? null : screenPath(homes[0].place.route);
}

/** What goes along between the tabs of a group: all that any of its screens names. */
function joinTabs(known: MenuNode['as_tabs'], { keeps }: { keeps: readonly string[] }) {
  return { keeps: [...new Set([...(known?.keeps ?? []), ...keeps])] };
}

const screenPath = (route: string) => `/customer/${route}`;

function groupNode(name: string, translate: (key: string) => string): MenuNode {
  const key = `menu.group.${name}`;
  return {
    ...plainNode(nodeId('group', name), key, translate(key)),
    icon: GROUPS[name]?.icon ?? 'apps',
    sort: GROUPS[name]?.sort ?? 0,
  };
}

function screenNode(
  entry: MenuEntry,
  holds: (node: string) => boolean,
  translate: (key: string) => string,
): MenuNode {
  const { route, sort, icon, isHidden } = entry.place;
  const key = `menu.${route}`;
  return {
    ...plainNode(nodeId('route', route), key, translate(key)),
    path: screenPath(route),
    icon: icon ?? '',
    sort: sort ?? 0,
    remote: { plugin: entry.plugin, screen: route },
    ...(isHidden ? { hidden: true } : {}),
    children: entry.buttons
      .filter((button) => holds(button.permission))
      .map((button) => ({
        ...plainNode(nodeId('button', route, button.permission), button.name, translate(button.name)),
        type: MenuType.button,
        permission: button.permission,
      })),
  };
}

function plainNode(id: string, languageVariables: string, name: string): MenuNode {
  return {
    id,
    name,
    language_variables: languageVariables,
    path: '',
    type: MenuType.route,
    platform: MenuPlatform.pc,
    icon: '',
    show_headshot: YesNo.no,
    sort: 0,
    remote: null,
    permission: null,
    children: [],
  };
}
