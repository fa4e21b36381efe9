import { defineResource, field } from '@waypost/contract';
import { z } from 'zod';

/** What becomes of visits from an address: they are answered and count as bots', or they are refused. */
export const TREATMENTS = ['bot', 'refuse'] as const;

/** Addresses and ranges of servers and crawlers: their visits are no people's. */
export const serverAddress = defineResource({
  name: 'system.server_ip_black',
  area: 'server_ip_black',
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
    treatment: field(z.enum(TREATMENTS), {
      list: true,
      filter: 'equals',
      quick: true,
      sort: true,
      options: TREATMENTS,
      control: 'radio',
      default: 'bot',
    }),
    /** Whose servers these are. */
    remark: field(z.string().trim().max(200), { list: true, search: true, default: '' }),
    /** Account of who put it there. */
    author: field(z.string(), { list: true, write: 'none', default: '' }),
  },
  access: 'all',
  calls: ['inquire', 'details', 'add', 'update', 'remove'],
  export: true,
  menu: { route: 'server_ip_black', parent: 'blocked', sort: 41, icon: 'robot', roles: ['administrator'] },
});
