import { defineResource, field, zId, zTime } from '@waypost/contract';
import { z } from 'zod';

/** One code that an address has visited. */
export const addressVisit = defineResource({
  name: 'qr.address_visit',
  area: 'checkout_ip',
  title: 'name',
  access: 'own',
  calls: ['inquire'],
  fields: {
    /** Empty where the code has been purged since. */
    name: field(z.string(), { list: true, write: 'none' }),
    link: field(zId, { write: 'none' }),
    owner_account: field(z.string(), { list: true, write: 'none' }),
    device: field(z.string(), { list: true, write: 'none' }),
    app: field(z.string(), { list: true, write: 'none' }),
    count: field(z.int(), { list: true, sort: true, write: 'none' }),
    first_time: field(zTime, { list: true, sort: true, write: 'none' }),
    last_time: field(zTime, { list: true, sort: true, write: 'none' }),
  },
  defaultSort: { field: 'last_time', order: 'desc' },
});
