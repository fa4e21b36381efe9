import { defineResource, field, VISIT_APPS, zId, zTime } from '@waypost/contract';
import { z } from 'zod';
import { codeReference, ruleReference } from '../resource.ts';

const shown = { write: 'none' } as const;

/** One visit that a rule refused, of a code whose log is open: what the list shows. Visits are written by the visit path alone. */
export const refusedResource = defineResource({
  name: 'wechat-shield.refused',
  area: 'shield_configuration',
  title: 'ip',
  access: 'own',
  calls: ['inquire'],
  fields: {
    time: field(zTime, { ...shown, list: true, sort: true, filter: 'range' }),
    link: field(zId, { ...shown, list: true, filter: 'equals', ref: codeReference }),
    /** Null: it is gone. */
    rule: field(zId.nullable(), { ...shown, list: true, filter: 'equals', ref: ruleReference }),
    ip: field(z.string().max(64), { ...shown, list: true, filter: 'equals' }),
    country: field(z.string(), { ...shown, list: 'hidden' }),
    location: field(z.string().max(200), { ...shown, list: true, filter: 'contains' }),
    isp: field(z.string(), { ...shown, list: 'hidden' }),
    device: field(z.string(), { ...shown, list: 'hidden' }),
    system: field(z.string().max(200), { ...shown, list: true, filter: 'contains' }),
    app: field(z.string(), { ...shown, list: true, options: VISIT_APPS }),
    is_crawler: field(z.boolean(), { ...shown, list: 'hidden' }),
    user_agent: field(z.string(), { ...shown, list: 'hidden' }),
  },
  defaultSort: { field: 'time', order: 'desc' },
});
