import type { MenuGroup } from '@waypost/contract';
import type { Catalogue } from '../catalogue.ts';

/** A group that no plugin lays out stands last, as one entry: under a heading of its own the entries behind it would seem to be its. */
const PLAIN: MenuGroup = { icon: 'apps', sort: 0, asTabs: { keeps: [] } };

/** How a group looks in the menu. */
export const groupLook = (catalogue: Catalogue, name: string): MenuGroup =>
  catalogue.menuGroup(name) ?? PLAIN;

/**
 * Where a group stands for whoever holds some nodes. `parent` is undefined at the top, and where its parent is one that nobody
 * lays out or that stands in the group itself.
 */
export function groupPlace(
  catalogue: Catalogue,
  name: string,
  holds: (node: string) => boolean,
): { parent: string | undefined; sort: number } {
  const { sort, alone } = groupLook(catalogue, name);
  const parentOf = (group: string) => {
    const look = groupLook(catalogue, group);
    const isAlone = look.alone !== undefined && holds(look.alone.for);
    return look.parent === undefined || isAlone || !catalogue.menuGroup(look.parent)
      ? undefined
      : look.parent;
  };
  const top = { parent: undefined, sort: alone?.sort ?? sort };
  const seen = new Set([name]);
  for (let above = parentOf(name); above !== undefined; above = parentOf(above)) {
    if (seen.has(above)) return top;
    seen.add(above);
  }
  const parent = parentOf(name);
  return parent === undefined ? top : { parent, sort };
}

/** Locale key of a group's name. */
export const groupKey = (name: string) => `menu.group.${name}`;
