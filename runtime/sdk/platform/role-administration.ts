import type { Locale } from '@waypost/contract';
import type { Session } from '../model.ts';
import type { Caller } from '../request.ts';

/** A node of the tree of rights: a group, a screen, a button, or an entry of the menu that operators added. */
export interface PermissionNode {
  /** Stays the same over restarts and languages. */
  id: string;
  /** Id of the node above; empty: none. */
  parent: string;
  /** As it is shown: what an operator called it, else the plugin's words. */
  name: string;
  /** The plugin's words. */
  declared_name: string;
  language_variables: string;
  path: string;
  /** 1 route, 2 button. */
  type: 1 | 2;
  /** 1 PC. */
  platform: 1;
  icon: string;
  /** Larger is listed first. */
  sort: number;
  /** 1 no, 2 yes. */
  show_headshot: 1 | 2;
  /** Whether roles may be given it: 1 no, 2 yes. */
  allow_selection: 1 | 2;
  /** The right that it stands for; null for a group. Several screens may need the same one. */
  permission: string | null;
  /** Whose it is; empty for what operators added. */
  plugin: string;
  /** False: its plugin does not run; roles keep what they were given of it. */
  is_active: boolean;
  is_own: boolean;
  hidden: boolean;
  /** Whether the plugin itself keeps it out of menus: other pages lead to it. */
  is_declared_hidden: boolean;
  /** Id of the account that changed or added it last; empty: nobody did. */
  changed_by: string;
  /** ISO 8601; empty: never. */
  change_time: string;
  /** Of what operators changed; 0: nothing was. */
  version: number;
}

/** Roles and the tree of rights, for the platform's own plugin. Its collections are `system_role` and `system_menu_node`. */
export interface RoleAdministration {
  /** The whole tree, of plugins that are off too. Parents stand before their children. */
  nodes(locale: Locale): Promise<PermissionNode[]>;
  /**
   * Errors: `forbidden` 403 for the first of the rights that the caller does not hold. What belongs to a plugin that is
   * off is held by whoever was given it.
   */
  requireHeld(permissions: Iterable<string>, caller: Caller): Promise<void>;
  /** Id of the role that whoever registers gets. */
  defaultRole(): Promise<string>;
  changeDefaultRole(role: string, session: Session): Promise<void>;
}
