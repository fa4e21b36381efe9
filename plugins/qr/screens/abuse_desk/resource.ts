import { defineResource, field, zId } from '@waypost/contract';
import { z } from 'zod';

/** What a reporter may say is wrong. */
export const ABUSE_REASONS = ['phishing', 'malware', 'fraud', 'illegal', 'spam', 'other'] as const;
export const ABUSE_STATES = ['open', 'handled'] as const;

/** Links that visitors have reported. Visitors write the rows; an administrator notes what was done. */
export const abuseReport = defineResource({
  name: 'qr.abuse_report',
  area: 'abuse_report',
  title: 'address',
  access: 'all',
  calls: ['inquire', 'details', 'update'],
  fields: {
    /** As the reporter gave it; it leads to one of our links. */
    address: field(z.string(), { list: true, search: true, write: 'none' }),
    reason: field(z.enum(ABUSE_REASONS), { list: true, filter: 'in', write: 'none' }),
    text: field(z.string(), { list: true, search: true, write: 'none' }),
    contact: field(z.string(), { list: true, write: 'none' }),
    code: field(zId, { write: 'none' }),
    state: field(z.enum(ABUSE_STATES), {
      list: true,
      filter: 'in',
      write: 'update',
      control: 'radio',
      default: 'open',
    }),
    remark: field(z.string().trim().max(500), {
      list: 'hidden',
      write: 'update',
      control: 'textarea',
      default: '',
    }),
  },
  indexes: [{ keys: { code: 1 } }],
  menu: {
    route: 'abuse_desk',
    parent: 'codes',
    sort: 20,
    icon: 'exclamation-circle',
    roles: ['administrator'],
  },
});
