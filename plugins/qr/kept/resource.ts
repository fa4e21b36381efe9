import { defineResource, field, VISIT_APPS, zId, zTime } from '@waypost/contract';
import { z } from 'zod';
import { DEVICE_KINDS } from '../statistics/calls.ts';

/** One visit that is kept because its code's log is open: what the list shows. Visits are written by the visit path alone. */
export const keptVisitResource = defineResource({
  name: 'qr.kept_visit',
  area: 'qr_code_access',
  title: 'ip',
  access: 'own',
  calls: ['inquire'],
  fields: {
    time: field(zTime, { list: true, sort: true, filter: 'range', write: 'none' }),
    ip: field(z.string().max(64), { list: true, filter: 'equals', write: 'none' }),
    location: field(z.string(), { list: true, filter: 'contains', write: 'none' }),
    isp: field(z.string(), { list: 'hidden', write: 'none' }),
    kind: field(z.enum(DEVICE_KINDS), { filter: 'in', options: DEVICE_KINDS, write: 'none' }),
    device: field(z.string(), { list: true, filter: 'contains', write: 'none' }),
    system: field(z.string(), { list: 'hidden', filter: 'contains', write: 'none' }),
    app: field(z.string(), { list: true, filter: 'in', options: VISIT_APPS, write: 'none' }),
    browser: field(z.string(), { list: 'hidden', write: 'none' }),
    /** Where the visit was led to, as `targets` names it. */
    target: field(z.int(), { list: true, write: 'none' }),
    is_crawler: field(z.boolean(), { write: 'none' }),
    link: field(zId, { write: 'none' }),
    referrer: field(z.string(), { list: 'hidden', write: 'none' }),
    user_agent: field(z.string(), { list: 'hidden', write: 'none' }),
  },
  defaultSort: { field: 'time', order: 'desc' },
});
