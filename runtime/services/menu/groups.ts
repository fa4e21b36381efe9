import type { MenuGroup } from '@waypost/contract';
import type { Catalogue } from '../catalogue.ts';

/** A group that no plugin lays out stands last, as one entry: under a heading of its own the entries behind it would seem to be its. */
const PLAIN: MenuGroup = { icon: 'apps', sort: 0, asTabs: { keeps: [] } };

/** How a group looks in the menu. */
export const groupLook = (catalogue: Catalogue, name: string): MenuGroup =>
  catalogue.menuGroup(name) ?? PLAIN;

/** Locale key of a group's name. */
export const groupKey = (name: string) => `menu.group.${name}`;
