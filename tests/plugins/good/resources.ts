import { defineResource, field, zTime } from '@waypost/contract';
import { z } from 'zod';

/** Everything that a resource can declare: owner, bin, rule, action, secret, defaults, filters of each kind. */
export const note = defineResource({
  name: 'good.note',
  area: 'good_note',
  title: 'title',
  fields: {
    title: field(z.string().min(1).max(50), { list: true, filter: 'contains', search: true, sort: true }),
    slug: field(z.string().regex(/^[a-z0-9-]{1,30}$/), { unique: true, filter: 'equals' }),
    kind: field(z.enum(['plain', 'urgent']), { filter: 'in', default: 'plain' }),
    size: field(z.int().min(0), { filter: 'range', sort: true, default: 0 }),
    due_time: field(zTime.nullable(), { default: null, filter: 'range' }),
    pin: field(z.string().min(4), { secret: true, write: 'both', default: '0000' }),
    lines: field(z.array(z.strictObject({ text: z.string().min(1) })).max(5), { default: [] }),
    shouted: field(z.string(), { stored: false, write: 'none' }),
    touched: field(z.int(), { write: 'none', default: 0 }),
  },
  rules: [
    {
      path: 'due_time',
      messageKey: 'good.rule.urgent_needs_time',
      holds: (value) => value.kind !== 'urgent' || Boolean(value.due_time),
    },
  ],
  access: 'own',
  hasBin: true,
  actions: {
    touch: { body: z.object({ by: z.int().min(1).max(10) }), result: z.object({ touched: z.int() }) },
  },
  menu: { route: 'good_note', parent: 'good', sort: 10, roles: ['administrator', 'customer'] },
});

/** The plainest resource: shared rows, no bin. */
export const colour = defineResource({
  name: 'good.colour',
  area: 'good_colour',
  title: 'name',
  fields: { name: field(z.string().min(1), { search: true }) },
  access: 'all',
});
