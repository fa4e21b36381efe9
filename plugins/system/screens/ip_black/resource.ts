import { defineResource, field, zTime } from '@waypost/contract';
import { z } from 'zod';

/** Addresses and ranges that visits, calls and live channels are refused to. */
export const ipBlack = defineResource({
  name: 'system.ip_black',
  area: 'ip_black',
  title: 'ip',
  fields: {
    ip: field(z.string().trim().min(2).max(64), {
      list: true,
      filter: 'contains',
      search: true,
      sort: true,
      write: 'create',
      unique: true,
      autoComplete: 'off',
    }),
    reason: field(z.string().trim().max(200), { list: true, search: true, default: '' }),
    state: field(z.enum(['active', 'ended']), {
      list: true,
      filter: 'equals',
      quick: true,
      options: ['active', 'ended'],
      write: 'none',
      stored: false,
    }),
    /** Null: for ever. */
    expires_at: field(zTime.nullable(), { list: true, sort: true, default: null }),
    /** Account of who put it there; empty: the command line. */
    author: field(z.string(), { list: true, write: 'none', default: '' }),
  },
  access: 'all',
  calls: ['inquire', 'details', 'add', 'update', 'remove'],
  export: true,
  menu: { route: 'ip_black', parent: 'blocked', sort: 42, icon: 'public', roles: ['administrator'] },
});
