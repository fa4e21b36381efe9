import { codeOf, defineResource, field, type RowOf, YesNo } from '@waypost/contract';
import { z } from 'zod';

/** Roles that every installation has; their names are words. */
export const BUILT_IN = ['super', 'administrator', 'agent', 'customer'] as const;
export const isBuiltIn = (key: unknown) => BUILT_IN.some((one) => one === key);

/** Whose a role is; it says on which list its people stand. */
export const ROLE_KINDS = ['operator', 'agent', 'customer'] as const;

/** Longest list of rights of one role. */
const PERMISSION_LIMIT = 2_000;
/** Room for as many, with their names. */
const BODY_BYTES = 262_144;

/** What people may do, as operators put it together. */
export const role = defineResource({
  name: 'system.role',
  area: 'role',
  title: 'name',
  fields: {
    /** Of a role of every installation: its words; the store has nothing there. */
    name: field(z.string().trim().max(60), { list: true, default: '' }),
    kind: field(z.enum(ROLE_KINDS), {
      list: true,
      write: 'create',
      control: 'radio',
      options: ROLE_KINDS,
    }),
    remarks: field(z.string().trim().max(500), { list: true, control: 'textarea', default: '' }),
    people: field(z.int(), { list: true, write: 'none', stored: false }),
    /** Whether whoever registers gets it. */
    is_default: field(codeOf(YesNo), {
      list: true,
      write: 'none',
      stored: false,
      options: [YesNo.no, YesNo.yes],
    }),
    is_built_in: field(codeOf(YesNo), {
      list: 'hidden',
      write: 'none',
      stored: false,
      options: [YesNo.no, YesNo.yes],
    }),
    /** Whether the caller may change it: nobody changes a role that can do more than they can. */
    may_change: field(z.boolean(), { write: 'none', stored: false }),
    permissions: field(z.array(z.string().max(200)).max(PERMISSION_LIMIT), { write: 'update', default: [] }),
    key: field(z.string(), { write: 'none', unique: true }),
    granted: field(z.array(z.string()), { write: 'none', secret: true, default: [] }),
    guard: field(z.int(), { write: 'none', secret: true, default: 0 }),
  },
  rules: [
    {
      path: 'name',
      messageKey: 'error.role.name_empty',
      holds: ({ name, key }) => isBuiltIn(key) || (typeof name === 'string' && name.trim() !== ''),
    },
  ],
  access: 'all',
  calls: ['inquire', 'details', 'add', 'update'],
  // Whoever changes what a role may do has made operators of all who have it.
  needsSecondFactor: ['add', 'update'],
  bodyLimit: BODY_BYTES,
  defaultSort: { field: 'create_time', order: 'asc' },
  menu: { route: 'role', parent: 'people', sort: 80, icon: 'safe', roles: ['administrator'] },
});

/** A role as its page has it. */
export type RoleRow = RowOf<typeof role>;

/** What operators changed of nodes of the menu, and the entries that they added; no calls of its own. */
export const menuNode = defineResource({
  name: 'system.menu_node',
  area: 'role',
  title: 'name',
  fields: {
    is_own: field(z.boolean(), { write: 'none', default: false }),
    parent: field(z.string(), { write: 'none', default: '' }),
    name: field(z.string(), { write: 'none', default: '' }),
    language_variables: field(z.string(), { write: 'none', default: '' }),
    path: field(z.string(), { write: 'none', default: '' }),
    icon: field(z.string(), { write: 'none', default: '' }),
    sort: field(z.int().nullable(), { write: 'none', default: null }),
    show_headshot: field(codeOf(YesNo), { write: 'none', default: YesNo.no }),
    hidden: field(z.boolean(), { write: 'none', default: false }),
    allow_selection: field(codeOf(YesNo), { write: 'none', default: YesNo.yes }),
    changed_by: field(z.string(), { write: 'none', default: '' }),
  },
  access: 'all',
  calls: [],
});
