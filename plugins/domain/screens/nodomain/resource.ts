import { defineResource, field, zTime } from '@waypost/contract';
import { z } from 'zod';
import { DOMAIN_TYPES } from '../../domains/values.ts';
import { HOMELESS_REASONS, PRINT_FATES } from '../../homeless/values.ts';

const own = { write: 'none' } as const;

/** A code on a domain that it cannot rest on, as lists show it. Nobody stores one: `homeless/` joins them from both sides. */
export const homelessResource = defineResource({
  name: 'domain.homeless',
  area: 'nodomain',
  title: 'name',
  access: 'own',
  calls: [],
  fields: {
    name: field(z.string(), { ...own, list: true }),
    short_url: field(z.string(), { ...own, list: 'hidden' }),
    domain: field(z.string(), { ...own, list: true, search: true, sort: true }),
    host: field(z.string(), { ...own, list: 'hidden' }),
    reason: field(z.enum(HOMELESS_REASONS), {
      ...own,
      list: true,
      filter: 'in',
      quick: true,
      sort: true,
      options: HOMELESS_REASONS,
    }),
    type: field(z.literal(DOMAIN_TYPES), { ...own, list: true, filter: 'in', options: DOMAIN_TYPES }),
    print: field(z.enum(PRINT_FATES), { ...own, list: true, options: PRINT_FATES }),
    since: field(zTime, { ...own, list: true, sort: true }),
    owner_account: field(z.string(), { ...own, list: true }),
  },
  defaultSort: { field: 'since', order: 'desc' },
});
