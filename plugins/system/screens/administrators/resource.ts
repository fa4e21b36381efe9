import {
  ACCOUNT_MIN_LENGTH,
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

const YES_NO = [YesNo.no, YesNo.yes];

/** People who run the platform: the operators among the accounts. */
export const administrator = defineResource({
  name: 'system.administrator',
  area: 'administrator',
  title: 'account',
  collection: 'system_account',
  fields: {
    account: field(z.string().min(ACCOUNT_MIN_LENGTH).max(64), {
      list: true,
      filter: 'contains',
      search: true,
      sort: true,
      write: 'create',
      unique: true,
    }),
    name: field(z.string().max(100), {
      list: true,
      search: true,
      sort: true,
      default: '',
    }),
    password: field(zSealed, {
      write: 'create',
      control: 'password',
      sealed: true,
      secret: true,
      stored: false,
    }),
    /** Left out: administrator, or the own role of a creator who is no super administrator. */
    role: field(zId, { control: 'role', default: '' }),
    role_name: field(z.string(), { list: true, write: 'none', stored: false }),
    phone: field(
      z
        .string()
        .max(32)
        .regex(/^[0-9+() -]*$/, 'phone'),
      { list: true, search: true, default: '' },
    ),
    disabled: field(codeOf(YesNo), {
      list: true,
      filter: 'equals',
      options: YES_NO,
      write: 'none',
      default: YesNo.no,
    }),
    ...personFields,
    online_status: field(codeOf(OnlineStatus), {
      list: true,
      write: 'none',
      stored: false,
      options: [OnlineStatus.offline, OnlineStatus.online],
    }),
    online_status_update_time: field(zTime.nullable(), { list: 'hidden', write: 'none', stored: false }),
    login_time: field(zTime.nullable(), { list: true, sort: true, write: 'none', default: null }),
    login_ip: field(z.string().nullable(), { list: 'hidden', write: 'none', default: null }),
    register_time: field(zTime, { list: 'hidden', sort: true, write: 'none' }),
    register_ip: field(z.string(), { list: 'hidden', write: 'none', default: '' }),
    /** What others register with to become this account's subordinates. */
    invitation_code: field(z.string(), { list: 'hidden', write: 'none', default: '' }),
    must_change_password: field(z.boolean(), { list: 'hidden', write: 'none', default: false }),
    /** The one-time password has opened the one session that it is good for. */
    is_one_time_used: field(z.boolean(), { write: 'none', default: false, secret: true }),
    /** What the account's name looks like: two that look alike cannot both be taken. */
    skeleton: field(z.string(), { write: 'none', secret: true }),
    password_hash: field(z.string(), { write: 'none', secret: true }),
  },
  access: 'all',
  indexes: [...PERSON_INDEXES],
  calls: ['inquire', 'details', 'add', 'update', 'remove'],
  actions: {
    disable: { confirm: true },
    enable: { needsSecondFactor: true },
    reset_password: {
      /** `password` left out: a random one, answered once. */
      body: z.strictObject({ password: zSealed.optional() }),
      result: z.object({ password: z.string().nullable() }),
      confirm: true,
      needsSecondFactor: true,
    },
  },
  // Whoever makes an operator, or takes one's account over, has whatever operators may do with money: that goes for a new password, too.
  needsSecondFactor: ['add', 'update'],
  countLimit: 10_000,
  menu: { route: 'administrators', parent: 'people', sort: 100, icon: 'user', roles: ['administrator'] },
});
