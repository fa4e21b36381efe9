import {
  codeOf,
  defineCall,
  OnlineStatus,
  YesNo,
  zExportFormat,
  zId,
  zSealed,
  zStarted,
  zTime,
} from '@waypost/contract';
import { zLoginResult } from '@waypost/contract/platform';
import { z } from 'zod';
import { personCalls } from '../../people/calls.ts';
import { USER_KINDS } from './resource.ts';

const area = 'user';
const one = { id: zId };
/** Most people of one batch. */
const BATCH = 100;
const ids = z.array(zId).min(1).max(BATCH);
/** A node of what operators do with customers; agents have none of them unless their role was given it. */
const access = <V extends string>(verb: V) => ({ permission: `system.user_admin:${verb}` });

export const disableUsers = defineCall({
  area,
  call: 'disable',
  body: z.strictObject({
    ids,
    /** What becomes of their codes: they go on leading visitors to their targets, or are frozen until the account is enabled. */
    codes: z.enum(['keep', 'freeze']),
  }),
  result: z.object({ count: z.int(), codes: z.int() }),
  access: access('disable'),
  summary: 'Disables customers: sessions, sockets and keys end at once; their codes are kept or frozen',
});

export const enableUsers = defineCall({
  area,
  call: 'enable',
  body: z.strictObject({ ids }),
  result: z.object({ count: z.int(), codes: z.int() }),
  access: access('enable'),
  summary: 'Enables customers again, and lifts the freeze of the codes that disabling froze',
});

export const resetUserPassword = defineCall({
  area,
  call: 'reset_password',
  body: z.strictObject({ ...one, password: zSealed.optional() }),
  /** The random one, told once; null when a password was sent, and where the configured one was given. */
  result: z.object({ password: z.string().nullable(), is_default: z.boolean() }),
  access: access('reset_password'),
  isPersonal: true,
  needsSecondFactor: true,
  summary:
    'Gives a customer a one-time password: the one that is sent, else the configured one, else a random one; sessions and keys end',
});

export const changeUserKind = defineCall({
  area,
  call: 'change_role',
  /** `role`: one by its id; without it the one that everybody of the `kind` has. */
  body: z
    .strictObject({
      ...one,
      version: z.int().min(0),
      kind: z.enum(USER_KINDS).optional(),
      role: zId.optional(),
    })
    .refine(({ kind, role }) => kind !== undefined || role !== undefined, {
      path: ['role'],
      message: 'error.issue.required',
    }),
  result: z.null(),
  access: access('change_role'),
  needsSecondFactor: true,
  summary: 'Makes a customer an agent, or an agent a customer, or gives one a role that operators made',
});

export const userRoleChoices = defineCall({
  area,
  call: 'role_choices',
  body: z.strictObject({}),
  result: z.array(z.object({ id: zId, name: z.string(), kind: z.enum(USER_KINDS), is_own: z.boolean() })),
  access: access('change_role'),
  summary: 'Roles that the caller may give to customers and agents; `is_own`: operators made it',
});

export const actAsUser = defineCall({
  area,
  call: 'act_as',
  body: z.strictObject(one),
  result: zLoginResult,
  access: access('act_as'),
  isPersonal: true,
  summary: "A session as the customer, for an hour at most; it ends with the operator's own",
});

export const zUserExport = z.strictObject({
  search: z.string().max(200).optional(),
  kind: z.enum(USER_KINDS).optional(),
  disabled: codeOf(YesNo).optional(),
  online_status: codeOf(OnlineStatus).optional(),
  superior: zId.nullable().optional(),
  member_expiry_from: zTime.nullable().optional(),
  member_expiry_to: zTime.nullable().optional(),
  register_time_from: zTime.optional(),
  register_time_to: zTime.optional(),
  sort_field: z.string().max(64).optional(),
  sort_order: z.enum(['asc', 'desc']).optional(),
  format: zExportFormat,
});

export const exportUsers = defineCall({
  area,
  call: 'export',
  body: zUserExport,
  result: zStarted,
  answers: 202,
  access: access('export'),
  summary: 'Starts an export of customers as a table',
});

/** Sessions, keys, history and password links of customers. */
export const userCalls = personCalls(area, 'system.user_admin');
