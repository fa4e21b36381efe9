import { defineResource, field } from '@waypost/contract';
import { z } from 'zod';

/** Stickers of one batch at most: what a printer takes as one order. */
export const BATCH_MAX_SIZE = 10_000;

/** An order of stickers. A batch is never deleted: what is printed stays printed. */
export const batch = defineResource({
  name: 'print-batches.batch',
  area: 'print_batch_list',
  title: 'name',
  fields: {
    name: field(z.string().trim().min(1).max(100), {
      list: true,
      filter: 'contains',
      search: true,
      sort: true,
    }),
    size: field(z.int().min(1).max(BATCH_MAX_SIZE), {
      list: true,
      sort: true,
      write: 'create',
      unit: 'print-batches.unit.stickers',
    }),
    made: field(z.int().min(0), { list: true, write: 'none', default: 0 }),
    claimed: field(z.int().min(0), { list: true, sort: true, write: 'none', default: 0 }),
    state: field(z.enum(['making', 'ready']), {
      list: true,
      filter: 'in',
      write: 'none',
      default: 'making',
      options: ['making', 'ready'],
    }),
  },
  access: 'all',
  calls: ['inquire', 'details', 'add', 'update'],
  menu: {
    route: 'print_batch_list',
    parent: 'print_batches',
    sort: 20,
    icon: 'qrcode',
    roles: ['administrator'],
  },
  onUninstall: 'archive',
});
