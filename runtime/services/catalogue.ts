import type { MenuGroup, MenuPlace, MenuSlot } from '@waypost/contract';
import type { Disposer } from '@waypost/sdk';

/** A live view of what active plugins declare. */
export interface Catalogue {
  permissions(): readonly { node: string; plugin: string }[];
  menus(): readonly MenuEntry[];
  /** How a group of the menu is laid out; undefined: no active plugin says so. */
  menuGroup(name: string): MenuGroup | undefined;
  remotes(): readonly RemoteEntry[];
  /** What remotes add to pages of others, and the node that a caller needs to see it. */
  slots(): readonly (MenuSlot & { permission: string | undefined })[];
  /** Rises with every change of what is active. */
  generation(): number;
  /** Text of a locale key; the key itself when nobody has words for it. */
  translate(
    languages: string | readonly string[],
    key: string,
    params?: Record<string, string | number>,
  ): string;
  /** Called after each change of generation. */
  onChange(listener: () => void | Promise<void>): Disposer;
}

export interface MenuEntry {
  plugin: string;
  place: MenuPlace;
  /** Who sees the screen. */
  permission: string;
  buttons: readonly MenuButton[];
}

export interface MenuButton {
  permission: string;
  /** A locale key. */
  name: string;
  /** The screen does not list it: it is there because its noun is that of the screen's own right. */
  isOfNoun?: true;
}

export interface RemoteEntry {
  id: string;
  version: string;
  /** Address of the remote's manifest on this server. */
  manifest: string;
  /** Its screens that are shown without login. */
  public_screens: readonly string[];
}
