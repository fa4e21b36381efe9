import { defineResource, field } from '@waypost/contract';
import { z } from 'zod';

const figure = (schema: z.ZodType<number | null> = z.int()) =>
  field(schema, { list: true, sort: true, write: 'none' });

/** What the codes of one customer, or of one domain, came to on one day. It is made of sums of visits. */
export const visitSummary = defineResource({
  name: 'qr.visit_summary',
  area: 'visit_summary',
  title: 'name',
  access: 'own',
  calls: ['inquire'],
  fields: {
    /** Account of the customer, or name of the domain. */
    name: field(z.string(), { list: true, search: true, write: 'none' }),
    /** Of TIME_ZONE, yyyy-mm-dd. */
    day: field(z.string(), { list: true, sort: true, write: 'none' }),
    view_number: figure(),
    /** Null: addresses are not counted by domain. */
    ip_view_number: figure(z.int().nullable()),
    new_visitor_number: figure(),
    bot_view_number: figure(),
    /** Visits that were led on because the code had expired. */
    expired_view_number: figure(),
  },
  defaultSort: { field: 'day', order: 'desc' },
});
