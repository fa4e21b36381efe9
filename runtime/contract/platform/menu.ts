import { z } from 'zod';
import { defineCall } from '../call.ts';

/** One entry of the menu: a group, a screen or a button of one. */
const zMenuNode = z.object({
  id: z.string(),
  name: z.string(),
  /** Locale key of the name; `name` is its text in the caller's language. */
  language_variables: z.string(),
  /** `/customer/<route>` of a screen, or empty for a group. */
  path: z.string(),
  /** 1 route, 2 button. */
  type: z.literal([1, 2]),
  /** 1 PC. */
  platform: z.literal(1),
  icon: z.string(),
  show_headshot: z.literal([1, 2]),
  sort: z.number(),
  /** Plugin whose remote has the screen, and the screen's name in it. */
  remote: z.object({ plugin: z.string(), screen: z.string() }).nullable(),
  /** Permission node of a button. */
  permission: z.string().nullable(),
  /** A screen that links lead to and no menu shows. */
  hidden: z.literal(true).exactOptional(),
  /** A screen that begins something: the command palette offers it among what can be done. */
  verb: z.literal(true).exactOptional(),
  /** A group that menus show as one entry, its screens as tabs; `keeps`: keys of the address that go along between them. */
  as_tabs: z.object({ keeps: z.array(z.string()) }).exactOptional(),
  get children() {
    return z.array(zMenuNode);
  },
});
export type MenuNode = z.output<typeof zMenuNode>;

/** The user interface of an active plugin. */
const zRemote = z.object({
  id: z.string(),
  version: z.string(),
  /** Address of its Module Federation manifest. */
  manifest: z.string(),
});
export type RemoteAddress = z.output<typeof zRemote>;

export const zPublicRemote = zRemote.extend({
  /** Its screens that are shown without login, each at `/#/<its name>`. */
  public_screens: z.array(z.string()).readonly(),
});
export type PublicRemote = z.output<typeof zPublicRemote>;

/** What an active plugin's remote adds to a page of another. */
const zMenuSlot = z.object({
  slot: z.string(),
  plugin: z.string(),
  name: z.string(),
  /** Larger stands first. */
  order: z.int(),
});
export type MenuSlot = z.output<typeof zMenuSlot>;

const zMenuTree = z.object({
  tree_menu_arr: z.array(zMenuNode),
  /** Path of the screen that `/customer` leads to; null: the first one of the tree. */
  home: z.string().nullable(),
  /** Built user interfaces of the active plugins. */
  remotes: z.array(zRemote),
  /** What plugins add to each other's pages, as far as the caller may see it. */
  slots: z.array(zMenuSlot),
  /** Rises by one whenever a plugin is activated or disposed. */
  generation: z.number(),
});
export type MenuTree = z.output<typeof zMenuTree>;

export const menuTree = defineCall({
  area: 'menu',
  call: 'tree',
  body: z.strictObject({}),
  result: zMenuTree,
  access: { signedIn: true, withOneTimePassword: true },
  summary: 'Screens and buttons that the caller may see, and where their user interfaces are',
});
