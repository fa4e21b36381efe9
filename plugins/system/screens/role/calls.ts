import { codeOf, defineCall, YesNo, zId } from '@waypost/contract';
import { z } from 'zod';
import { role } from './resource.ts';

const READ = { permission: `${role.name}:read` };
/** Names, order and visibility of the menu, and entries of one's own. */
export const ARRANGE = `${role.name}:arrange`;
const { area } = role;

const zNode = z.object({
  id: z.string(),
  parent: z.string(),
  name: z.string(),
  declared_name: z.string(),
  language_variables: z.string(),
  path: z.string(),
  type: z.literal([1, 2]),
  platform: z.literal(1),
  icon: z.string(),
  sort: z.number(),
  show_headshot: z.literal([1, 2]),
  allow_selection: z.literal([1, 2]),
  permission: z.string().nullable(),
  plugin: z.string(),
  is_active: z.boolean(),
  is_own: z.boolean(),
  hidden: z.boolean(),
  is_declared_hidden: z.boolean(),
  changed_by: z.string(),
  change_time: z.string(),
  version: z.int(),
});
export type RoleNode = z.output<typeof zNode>;

/** A plugin whose nodes are in the tree. */
const zTreePlugin = z.object({
  id: z.string(),
  name: z.string(),
  /** Why its nodes are not in force; empty while they are. */
  state: z.enum(['', 'disabled', 'failed', 'starting', 'waiting', 'removed']),
});
export type TreePlugin = z.output<typeof zTreePlugin>;

export const roleTree = defineCall({
  area,
  call: 'tree',
  body: z.strictObject({}),
  result: z.object({ content: z.array(zNode), plugins: z.array(zTreePlugin), count: z.int() }),
  access: READ,
  summary:
    'The tree of rights that roles are made of: what plugins declare, with what operators changed and added',
});

export const roleCopy = defineCall({
  area,
  call: 'copy',
  body: z.strictObject({ id: zId, name: z.string().trim().max(60) }),
  result: z.object({ id: zId }),
  access: { permission: `${role.name}:create` },
  needsSecondFactor: true,
  failureStatuses: [403],
  summary: 'Makes a role of its own with the rights of another',
});

export const roleRemove = defineCall({
  area,
  call: 'remove',
  /** `move_to`: the role that its people get; needed where somebody has it. */
  body: z.strictObject({ id: zId, move_to: zId.optional() }),
  result: z.object({ moved: z.int() }),
  access: { permission: `${role.name}:delete` },
  needsSecondFactor: true,
  summary: 'Removes a role of one’s own; its people get another',
});

export const roleDefault = defineCall({
  area,
  call: 'make_default',
  body: z.strictObject({ id: zId }),
  result: z.null(),
  access: { permission: `${role.name}:update` },
  needsSecondFactor: true,
  summary: 'Chooses the role that whoever registers gets',
});

export const roleCompare = defineCall({
  area,
  call: 'compare',
  body: z.strictObject({ left: zId, right: zId }),
  /** Rights that only one of the two has. */
  result: z.object({ only_left: z.array(z.string()), only_right: z.array(z.string()) }),
  access: READ,
  summary: 'In what the rights of two roles differ',
});

const zStep = z.object({
  /** What was found; words: `system.role.explain.<kind>`. */
  kind: z.enum([
    'account_disabled',
    'one_time_password',
    'declared',
    'plugin_off',
    'unknown',
    'added_by_operator',
    'granted_super',
    'granted_default',
    'granted_by',
    'granted',
    'not_granted',
    'hidden',
    'declared_hidden',
    'shown',
    'scope_all',
    'scope_own',
  ]),
  /** False: it is a reason why not. */
  is_fine: z.boolean(),
  /** Fill the words; `time` is ISO 8601. */
  params: z.record(z.string(), z.string()),
});
export type ExplanationStep = z.output<typeof zStep>;

const zExplanation = z.object({
  may: z.boolean(),
  /** Whether a menu shows it to them; null for a button. */
  is_in_menu: z.boolean().nullable(),
  /** What was asked for; null: there is no such thing. */
  node: zNode.nullable(),
  role: z.object({ id: zId, name: z.string() }),
  steps: z.array(zStep),
});
export type Explanation = z.output<typeof zExplanation>;

export const roleExplain = defineCall({
  area,
  call: 'explain',
  /** Of a person or of a role: why they can or cannot use a screen (its route) or a button (its right). */
  body: z
    .strictObject({
      account: zId.optional(),
      role: zId.optional(),
      route: z.string().min(1).max(200).optional(),
      permission: z.string().min(1).max(200).optional(),
    })
    .refine(({ account, role: id }) => (account === undefined) !== (id === undefined), 'one_of_two')
    .refine(({ route, permission }) => (route === undefined) !== (permission === undefined), 'one_of_two'),
  result: zExplanation,
  access: READ,
  summary: 'Why a person, or people of a role, can or cannot use a screen or a button',
});

const sort = z.int().min(-100_000).max(100_000);
const place = {
  name: z.string().trim().max(60),
  sort,
  show_headshot: codeOf(YesNo),
  hidden: z.boolean(),
};
/** Of an entry of one's own. */
const own = {
  /** Name of a group of the menu, such as `codes`; empty: none. */
  parent: z.string().regex(/^[a-z0-9_]{0,60}$/),
  path: z.string().trim().max(2_000),
  icon: z.string().regex(/^[a-z0-9-]{0,40}$/),
  language_variables: z.string().trim().max(200),
  allow_selection: codeOf(YesNo),
};

export const nodeAdd = defineCall({
  area,
  call: 'node_add',
  body: z.strictObject({ ...place, ...own }).partial(),
  result: z.object({ id: zId, permission: z.string() }),
  access: { permission: ARRANGE },
  summary: 'Adds an entry to the menu: a screen of the product, or an address outside',
});

export const nodeUpdate = defineCall({
  area,
  call: 'node_update',
  /** `version`: as the tree has it, 0 for what nobody has changed. An empty name is the plugin’s own again. */
  body: z.strictObject({
    id: zId,
    version: z.int().min(0),
    ...z.object({ ...place, ...own }).partial().shape,
  }),
  result: z.object({ version: z.int() }),
  access: { permission: ARRANGE },
  summary: 'Renames, sorts or hides a node of the menu; of an added one also where it leads',
});

export const nodeRemove = defineCall({
  area,
  call: 'node_remove',
  body: z.strictObject({ id: zId }),
  result: z.null(),
  access: { permission: ARRANGE },
  summary: 'Takes an added entry away, or a plugin’s node back to how it was declared',
});
