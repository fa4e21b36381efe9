import { defineResource, field, zTime } from '@waypost/contract';
import { z } from 'zod';
import { LOGIN_METHODS, SERVER_FAULTS, SERVER_STATES } from '../../machines/values.ts';

const found = { write: 'none' } as const;
const seldom = { ...found, list: 'hidden' } as const;
/** A name, an IPv4 or an IPv6 address; a name is looked up as the server's own system does. */
const zHost = z
  .string()
  .trim()
  .max(253)
  .regex(
    /^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$|^[0-9a-fA-F:.]*:[0-9a-fA-F:.]*$/,
    'system.server.fault.host',
  );
const zAccount = z
  .string()
  .trim()
  .max(64)
  .regex(/^[A-Za-z_][A-Za-z0-9_.@-]*\$?$/, 'system.server.fault.account');
/** Machines that scripts run on: how they are reached, and what is known of them. */
export const server = defineResource({
  name: 'system.server',
  area: 'server_list',
  title: 'name',
  access: 'all',
  onUninstall: 'keep',
  calls: ['inquire', 'details', 'add', 'update', 'remove'],
  // Where programs are run, and as whom: a stolen session must not say it.
  needsSecondFactor: ['add', 'update', 'remove'],
  fields: {
    name: field(z.string().trim().min(1).max(60), { list: true, search: true, sort: true, unique: true }),
    state: field(z.enum(SERVER_STATES), {
      ...found,
      list: true,
      filter: 'in',
      quick: true,
      options: SERVER_STATES,
      default: 'unconfirmed',
    }),
    host: field(zHost, { list: true, search: true, autoComplete: 'off', priority: 2 }),
    port: field(z.int().min(1).max(65_535), { list: 'hidden', default: 22 }),
    group: field(z.string().trim().max(60), {
      list: true,
      search: true,
      filter: 'contains',
      default: '',
      priority: 4,
    }),
    remarks: field(z.string().trim().max(500), { list: 'hidden', control: 'textarea', default: '' }),
    account: field(zAccount, { list: 'hidden', autoComplete: 'off' }),
    method: field(z.enum(LOGIN_METHODS), {
      list: 'hidden',
      options: LOGIN_METHODS,
      control: 'radio',
      default: 'key',
    }),
    /** Private key or password. Left empty in a change, it stays as it is. */
    secret: field(z.string().max(16_384), {
      control: 'machine_secret',
      secret: true,
      autoComplete: 'off',
      default: '',
    }),
    /** Of the last look. */
    fault: field(z.enum(SERVER_FAULTS), { ...seldom, options: SERVER_FAULTS, default: '' }),
    /** Of the last login. */
    login_fault: field(z.enum(SERVER_FAULTS), { ...seldom, options: SERVER_FAULTS, default: '' }),
    /** Milliseconds until it had shown its key. */
    latency: field(z.int().nullable(), { ...found, list: true, sort: true, default: null, priority: 3 }),
    seen_time: field(zTime.nullable(), { ...found, list: true, sort: true, default: null, priority: 1 }),
    checked_time: field(zTime.nullable(), { ...seldom, default: null }),
    /** The key that somebody has confirmed; empty: nobody has. */
    key_type: field(z.string(), { ...found, default: '' }),
    fingerprint: field(z.string(), { ...seldom, default: '' }),
    confirmed_by: field(z.string(), { ...found, default: '' }),
    confirmed_time: field(zTime.nullable(), { ...found, default: null }),
    /** The key that it showed last. */
    shown_type: field(z.string(), { ...found, default: '' }),
    shown_fingerprint: field(z.string(), { ...found, default: '' }),
    /** Whether people were told that it is another one. */
    is_key_told: field(z.boolean(), { ...found, secret: true, default: false }),
    uptime: field(z.int().nullable(), { ...seldom, default: null }),
    load: field(z.number().nullable(), { ...found, list: true, default: null, priority: 6 }),
    disk_used: field(z.int().nullable(), { ...found, list: true, default: null, priority: 5 }),
    facts_time: field(zTime.nullable(), { ...found, default: null }),
  },
  defaultSort: { field: 'name', order: 'asc' },
});
