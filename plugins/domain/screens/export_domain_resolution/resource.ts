import { defineResource, field } from '@waypost/contract';
import { z } from 'zod';
import { DOMAIN_STATES } from '../../domains/values.ts';

const joined = { stored: false, write: 'none' } as const;

/** A record that has to be made where a domain is managed. */
export const zNeededRecord = z.object({
  type: z.enum(['A', 'AAAA', 'CNAME', 'TXT']),
  name: z.string(),
  value: z.string(),
});

/** A domain with the records that it needs. */
export const resolutionResource = defineResource({
  name: 'domain.resolution',
  area: 'export_domain_resolution',
  title: 'shown',
  access: 'own',
  calls: ['inquire'],
  fields: {
    shown: field(z.string(), { ...joined, list: true, search: true, sort: true }),
    state: field(z.enum(DOMAIN_STATES), { ...joined, list: true, options: DOMAIN_STATES }),
    /** What was registered: the zone that they stand in. */
    zone: field(z.string(), { ...joined, list: true }),
    records: field(z.array(zNeededRecord), joined),
    /** False: nobody could say which addresses the platform has, and this domain needs them. */
    is_whole: field(z.boolean(), joined),
  },
  defaultSort: { field: 'shown', order: 'asc' },
});
