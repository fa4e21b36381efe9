import { defineResource, field } from '@waypost/contract';
import { z } from 'zod';

/** Where books stand. */
export const shelf = defineResource({
  name: 'shelves.shelf',
  area: 'shelf_list',
  title: 'name',
  access: 'all',
  fields: {
    name: field(z.string().trim().min(1).max(60), { list: true, search: true, sort: true }),
    room: field(z.string().max(60), { list: true, default: '' }),
  },
  menu: { route: 'shelf_list', parent: 'shelves', sort: 10, icon: 'apps', roles: ['administrator'] },
});
