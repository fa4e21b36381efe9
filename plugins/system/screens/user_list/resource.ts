import {
  ACCOUNT_MIN_LENGTH,
  accountReference,
  codeOf,
  defineResource,
  field,
  OnlineStatus,
  YesNo,
  zId,
  zSealed,
  zTime,
} from '@waypost/contract';
import { z } from 'zod';
import { PERSON_INDEXES, personFields } from '../../people/values.ts';

/** What a customer may be; an agent is one who also brings others. */
export const USER_KINDS = ['customer', 'agent'] as const;
export type UserKind = (typeof USER_KINDS)[number];

/** Customers and agents; operators stand on `administrators`. */
export const userResource = defineResource({
  name: 'system.user',
  area: 'user',
  title: 'account',
  collection: 'system_account',
  fields: {
    account: field(z.string().min(ACCOUNT_MIN_LENGTH).max(64), {
      list: true,
      search: true,
      sort: true,
      write: 'create',
      unique: true,
      priority: 0,
    }),
    name: field(z.string().max(100), { list: true, search: true, default: '', priority: 2 }),
    kind: field(z.enum(USER_KINDS), {
      list: true,
      filter: 'equals',
      quick: true,
      write: 'create',
      options: USER_KINDS,
      stored: false,
      default: 'customer',
      priority: 1,
    }),
    password: field(zSealed, {
      write: 'create',
      control: 'password',
      sealed: true,
      secret: true,
      stored: false,
    }),
    phone: field(
      z
        .string()
        .max(32)
        .regex(/^[0-9+() -]*$/, 'phone'),
      { list: 'hidden', search: true, default: '' },
    ),
    disabled: field(codeOf(YesNo), {
      list: true,
      filter: 'equals',
      quick: true,
      options: [YesNo.no, YesNo.yes],
      write: 'none',
      default: YesNo.no,
      priority: 0,
    }),
    ...personFields,
    /** Left out at creation: what is set for all new customers. */
    share_ratio: field(personFields.share_ratio.schema.optional(), {
      list: 'hidden',
      unit: 'system.person.percent',
    }),
    superior: field(zId.nullable(), {
      ref: accountReference,
      filter: 'equals',
      write: 'create',
      default: null,
    }),
    /** How many domains the customer may apply for; null: as many as the plan says. */
    domain_quota: field(z.int().min(0).max(100_000).nullable(), { list: 'hidden', default: null }),
    online_status: field(codeOf(OnlineStatus).nullable(), {
      list: true,
      filter: 'equals',
      options: [OnlineStatus.offline, OnlineStatus.online],
      write: 'none',
      stored: false,
      priority: 3,
    }),
    online_status_update_time: field(zTime.nullable(), { list: 'hidden', write: 'none', stored: false }),
    login_time: field(zTime.nullable(), {
      list: true,
      sort: true,
      write: 'none',
      default: null,
      priority: 5,
    }),
    login_ip: field(z.string().nullable(), { list: 'hidden', write: 'none', default: null }),
    register_time: field(zTime, { list: 'hidden', sort: true, filter: 'range', write: 'none' }),
    register_ip: field(z.string(), { list: 'hidden', write: 'none', default: '' }),
    invitation_code: field(z.string(), { list: 'hidden', write: 'none', default: '' }),
    must_change_password: field(z.boolean(), { list: 'hidden', write: 'none', default: false }),
    /** Left out at creation: the role that everybody of the kind has. */
    role: field(zId, { write: 'create', default: '' }),
    /** What operators called a role that they made; empty: it is the one that everybody of the kind has. */
    own_role: field(z.string(), { list: 'hidden', write: 'none', stored: false }),
    is_one_time_used: field(z.boolean(), { write: 'none', default: false, secret: true }),
    skeleton: field(z.string(), { write: 'none', secret: true }),
    password_hash: field(z.string(), { write: 'none', secret: true }),
    /** What an operator wished for the codes of a disabled account and is not done yet. */
    codes_due: field(z.enum(['freeze', 'lift', 'bin', '']), { write: 'none', secret: true, default: '' }),
    /** Who wished it, and why. */
    codes_by: field(z.string(), { write: 'none', secret: true }),
    codes_reason: field(z.string(), { write: 'none', secret: true }),
    codes_frozen: field(z.boolean(), { write: 'none', default: false }),
  },
  access: 'all',
  indexes: [...PERSON_INDEXES],
  calls: ['inquire', 'details', 'add', 'update'],
  countLimit: 10_000,
});

/** Node of who sees everybody; without it one sees the own subtree. */
export const SEE_ALL_USERS = 'system.user:read_all';
