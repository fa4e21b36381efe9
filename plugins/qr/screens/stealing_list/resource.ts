import { defineResource, field } from '@waypost/contract';
import { z } from 'zod';

/** One foreign host whose pages or frames led visitors here: what the list shows. It is made of sums of visits. */
export const foreignPage = defineResource({
  name: 'qr.foreign_page',
  area: 'stealing_list',
  title: 'host',
  access: 'own',
  calls: ['inquire', 'user_inquire'],
  fields: {
    host: field(z.string(), { list: true, search: true, sort: true, write: 'none' }),
    view_number: field(z.int(), { list: true, sort: true, write: 'none' }),
    /** Of all visits of the range, 0 to 1. */
    share: field(z.number(), { list: true, write: 'none' }),
    /** Days of TIME_ZONE within the range, yyyy-mm-dd. */
    first_day: field(z.string(), { list: true, sort: true, write: 'none' }),
    last_day: field(z.string(), { list: true, sort: true, write: 'none' }),
  },
  defaultSort: { field: 'view_number', order: 'desc' },
});
