import { defineResource, field, VISIT_APPS, zId, zTime } from '@waypost/contract';
import { z } from 'zod';

/** One address that visited one code: what the list shows. Visits are written by the visit path alone. */
export const visitResource = defineResource({
  name: 'qr.visit',
  area: 'visitor',
  title: 'ip',
  access: 'own',
  calls: ['inquire', 'user_inquire'],
  fields: {
    ip: field(z.string(), { list: true, search: true, write: 'none' }),
    /** The visited code; its name and short code are empty when it has been purged since. */
    link: field(zId, { filter: 'equals', write: 'none', control: 'code' }),
    name: field(z.string(), { list: true, write: 'none' }),
    short_code: field(z.string(), { write: 'none' }),
    /** Account of whoever has the code; told to those who see everyone's. */
    owner_account: field(z.string(), { write: 'none' }),
    location: field(z.string(), { list: true, write: 'none' }),
    isp: field(z.string(), { list: true, write: 'none' }),
    device: field(z.string(), { list: true, write: 'none' }),
    system: field(z.string(), { list: true, write: 'none' }),
    app: field(z.string(), { list: true, filter: 'in', quick: true, options: VISIT_APPS, write: 'none' }),
    browser: field(z.string(), { list: 'hidden', write: 'none' }),
    user_agent: field(z.string(), { list: 'hidden', write: 'none' }),
    referrer: field(z.string(), { list: true, write: 'none' }),
    count: field(z.int(), { list: true, sort: true, write: 'none' }),
    first_time: field(zTime, { list: true, sort: true, write: 'none' }),
    last_time: field(zTime, { list: true, sort: true, filter: 'range', write: 'none' }),
  },
  defaultSort: { field: 'last_time', order: 'desc' },
});
