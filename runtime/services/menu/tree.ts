import { type MenuNode, MenuPlatform, MenuType, YesNo } from '@waypost/contract';
import type { Caller } from '@waypost/sdk';
import type { Catalogue, MenuEntry } from '../catalogue.ts';
import type { MenuNodeDocument } from '../collections.ts';
import { groupKey, groupLook, groupPlace } from './groups.ts';
import { buttonId, groupId, ownNode, routeId } from './node-ids.ts';

const bySort = (a: MenuNode, b: MenuNode) =>
  b.sort - a.sort || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);

interface Options {
  catalogue: Catalogue;
  caller: Caller;
  /** What names are in: the first that has words. */
  languages: readonly string[];
  /** What operators changed and added. */
  changes?: readonly MenuNodeDocument[];
}

/** The menu that a caller may see, as groups of screens of buttons. */
export function menuTree({ catalogue, caller, languages, changes = [] }: Options): MenuNode[] {
  const holds = (node: string) => caller.isSuper || caller.permissions.has(node);
  const translate = (key: string) => catalogue.translate(languages, key);
  const changed = changer(changes);
  const top: MenuNode[] = [];
  const groups = new Map<string, MenuNode>();
  const screens = new Map<string, MenuNode>();
  /** Where nodes of a group go; the group itself comes with its first node. */
  const childrenOf = (parent: string | undefined): MenuNode[] => {
    if (parent === undefined) return top;
    const known = groups.get(parent);
    if (known) return known.children;
    const place = groupPlace(catalogue, parent, holds);
    const group = changed({ ...groupNode(parent, catalogue, translate), sort: place.sort });
    groups.set(parent, group);
    childrenOf(place.parent).push(group);
    return group.children;
  };
  for (const entry of catalogue.menus()) {
    const { parent, route } = entry.place;
    // A screen may have several places: the first that the caller may see is theirs.
    if (!holds(entry.permission) || screens.has(route)) continue;
    const node = changed(screenNode(entry, holds, translate));
    screens.set(route, node);
    childrenOf(parent).push(node);
  }
  for (const own of changes) {
    if (!own.is_own || !holds(ownNode(own._id))) continue;
    const node = ownEntry(own, screens, translate);
    if (node) childrenOf(own.parent === '' ? undefined : own.parent).push(node);
  }
  return arranged(top);
}

/** Nodes in their order, below groups as well; a group in a group that would show one screen gives its position to it. */
function arranged(nodes: readonly MenuNode[]): MenuNode[] {
  return nodes
    .map((node) =>
      isGroup(node) ? { ...node, children: arranged(node.children.flatMap(withoutLoneGroup)) } : node,
    )
    .sort(bySort);
}

function withoutLoneGroup(node: MenuNode): MenuNode[] {
  if (!isGroup(node)) return [node];
  const children = node.children.flatMap(withoutLoneGroup);
  return node.hidden || children.filter(({ hidden }) => !hidden).length > 1
    ? [{ ...node, children }]
    : children.map((child) => ({ ...child, sort: node.sort }));
}

const isGroup = ({ type, path }: MenuNode) => type === MenuType.route && path === '';

/** Where `/customer` leads a caller: the screen with the largest `sort` of those that are a home; null when none is. */
export function homePath(catalogue: Catalogue, caller: Caller): string | null {
  const homes = catalogue
    .menus()
    .filter(({ place, permission }) => place.home && (caller.isSuper || caller.permissions.has(permission)));
  homes.sort((a, b) => (b.place.sort ?? 0) - (a.place.sort ?? 0) || (a.place.route < b.place.route ? -1 : 1));
  return homes[0] === undefined ? null : screenPath(homes[0].place.route);
}

const screenPath = (route: string) => `/customer/${route}`;

/** Gives nodes the names, order and visibility that operators chose. */
function changer(changes: readonly MenuNodeDocument[]): (node: MenuNode) => MenuNode {
  const known = new Map(changes.map((change) => [change._id, change]));
  return (node) => {
    const change = known.get(node.id);
    if (!change) return node;
    return {
      ...node,
      name: change.name || node.name,
      sort: change.sort ?? node.sort,
      show_headshot: yesNo(change.show_headshot),
      ...(change.hidden ? { hidden: true as const } : {}),
    };
  };
}

const yesNo = (value: number) => (value === YesNo.yes ? YesNo.yes : YesNo.no);

/** An entry that operators added: an address outside, or one of a screen, for whoever may open that screen. */
function ownEntry(
  own: MenuNodeDocument,
  screens: ReadonlyMap<string, MenuNode>,
  translate: (key: string) => string,
): MenuNode | undefined {
  const { path, language_variables: key } = own;
  const route = /^\/customer\/([a-z0-9_]+)/.exec(path)?.[1];
  const screen = route === undefined ? undefined : screens.get(route);
  if (route !== undefined && screen === undefined) return undefined;
  const translated = key === '' ? key : translate(key);
  return {
    ...plainNode(own._id, key, translated === key ? own.name : translated),
    path,
    icon: own.icon,
    sort: own.sort ?? 0,
    show_headshot: yesNo(own.show_headshot),
    remote: screen?.remote ?? null,
    ...(own.hidden ? { hidden: true as const } : {}),
  };
}

function groupNode(name: string, catalogue: Catalogue, translate: (key: string) => string): MenuNode {
  const key = groupKey(name);
  const { icon, asTabs } = groupLook(catalogue, name);
  return {
    ...plainNode(groupId(name), key, translate(key)),
    icon,
    ...(asTabs === undefined ? {} : { as_tabs: asTabs }),
  };
}

function screenNode(
  entry: MenuEntry,
  holds: (node: string) => boolean,
  translate: (key: string) => string,
): MenuNode {
  const { route, sort, icon, isHidden, hiddenFor, isVerb } = entry.place;
  const key = `menu.${route}`;
  return {
    ...plainNode(routeId(route), key, translate(key)),
    path: screenPath(route),
    icon: icon ?? '',
    sort: sort ?? 0,
    remote: { plugin: entry.plugin, screen: route },
    ...(isHidden || (hiddenFor !== undefined && holds(hiddenFor)) ? { hidden: true } : {}),
    ...(isVerb ? { verb: true } : {}),
    children: entry.buttons
      .filter((button) => holds(button.permission))
      .map((button) => ({
        ...plainNode(buttonId(route, button.permission), button.name, translate(button.name)),
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
