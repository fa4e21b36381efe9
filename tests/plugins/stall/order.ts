import { defineResource, field } from '@waypost/contract';
import { z } from 'zod';

export const order = defineResource({
  name: 'stall.order',
  area: 'stall_order',
  title: 'what',
  fields: {
    what: field(z.string().min(1).max(20), { list: true }),
    pieces: field(z.int().min(1), { list: true, default: 1 }),
  },
  access: 'own',
  actions: { sell: { result: z.object({ sold: z.int() }) } },
  menu: { route: 'stall_order', roles: ['customer'] },
});
