import { LOCALES, type Locale, MenuType } from '@waypost/contract';
import type { Catalogue, MenuEntry } from '../catalogue.ts';
import type { Collections, DeclaredNode } from '../collections.ts';
import { groupKey, groupLook, groupPlace } from './groups.ts';
import { buttonId, groupId, routeId } from './node-ids.ts';

/** The group of rights that belong to no screen. */
const OTHER = 'other';

/**
 * Every group, screen and right that active plugins declare; a right stands below each screen that lists it, so that
 * whoever puts a role together finds it where it is used. One that no screen lists stands below the first of its noun.
 */
export function declaredNodes(catalogue: Catalogue): DeclaredNode[] {
  const nodes = new Map<string, DeclaredNode>();
  const menus = catalogue.menus();
  const rights = new Set(menus.flatMap(listedRights));
  const add = (node: Omit<DeclaredNode, 'names'>) => {
    if (!nodes.has(node.id))
      nodes.set(node.id, { ...node, names: namesOf(catalogue, node.language_variables) });
  };
  const addGroup = (name: string, plugin: string) => {
    const { parent, sort } = groupPlace(catalogue, name, () => true);
    if (parent !== undefined) addGroup(parent, plugin);
    add({
      ...plain,
      icon: groupLook(catalogue, name).icon,
      sort,
      id: groupId(name),
      parent: parent === undefined ? '' : groupId(parent),
      plugin,
      type: MenuType.route,
      language_variables: groupKey(name),
    });
  };
  for (const entry of menus) {
    const { parent, route } = entry.place;
    if (parent !== undefined) addGroup(parent, entry.plugin);
    const screen = screenNode(entry, nodes);
    add(screen);
    // A second place of a screen has buttons of its own, beside those of the first.
    const place = screen.id === routeId(route) ? route : screen.id;
    for (const { permission, name, isOfNoun } of entry.buttons) {
      if (permission === entry.permission || (isOfNoun && rights.has(permission))) continue;
      rights.add(permission);
      add(buttonNode({ permission, name, plugin: entry.plugin, route: place, parent: screen.id }));
    }
  }
  for (const { node: permission, plugin } of catalogue.permissions()) {
    if (rights.has(permission)) continue;
    rights.add(permission);
    addGroup(OTHER, plugin);
    const name = `permission.${permission.slice(permission.indexOf(':') + 1)}`;
    add(buttonNode({ permission, name, plugin, route: OTHER, parent: groupId(OTHER) }));
  }
  return [...nodes.values()];
}

/** The right that a screen stands on, and those that it says are used on it. */
const listedRights = ({ permission, buttons }: MenuEntry) => [
  permission,
  ...buttons.filter(({ isOfNoun }) => !isOfNoun).map((button) => button.permission),
];

const plain = { permission: null, path: '', icon: '', sort: 0, hidden: false, parent: '' } as const;

/** A screen may have several places, each with a right of its own: the later ones are nodes of their own. */
function screenNode(
  { place, permission, plugin }: MenuEntry,
  nodes: ReadonlyMap<string, DeclaredNode>,
): Omit<DeclaredNode, 'names'> {
  const isFirst = !nodes.has(routeId(place.route));
  return {
    ...plain,
    id: isFirst ? routeId(place.route) : buttonId(place.route, permission),
    parent: place.parent === undefined ? '' : groupId(place.parent),
    plugin,
    permission,
    type: MenuType.route,
    language_variables: `menu.${place.route}`,
    path: `/customer/${place.route}`,
    icon: place.icon ?? '',
    sort: place.sort ?? 0,
    hidden: place.isHidden ?? false,
  };
}

function buttonNode(button: {
  permission: string;
  name: string;
  plugin: string;
  route: string;
  parent: string;
}): Omit<DeclaredNode, 'names'> {
  const { permission, name, plugin, route, parent } = button;
  return {
    ...plain,
    id: buttonId(route, permission),
    parent,
    plugin,
    permission,
    type: MenuType.button,
    language_variables: name,
  };
}

const namesOf = (catalogue: Catalogue, key: string) =>
  Object.fromEntries(LOCALES.map((locale) => [locale, catalogue.translate(locale, key)])) as Record<
    Locale,
    string
  >;

/** Keeps what active plugins declare, for the time when they are off. */
export async function rememberDeclared(
  collection: Collections['declaredNodes'],
  catalogue: Catalogue,
): Promise<void> {
  const known = new Map((await collection.find({}).toArray()).map(({ _id, nodes }) => [_id, nodes]));
  for (const [plugin, nodes] of Map.groupBy(declaredNodes(catalogue), (node) => node.plugin))
    if (!Bun.deepEquals(known.get(plugin), nodes))
      await collection.replaceOne({ _id: plugin }, { nodes }, { upsert: true });
}
