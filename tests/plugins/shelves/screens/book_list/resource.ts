import { defineResource, field, zId } from '@waypost/contract';
import { z } from 'zod';
import { shelf } from '../shelf_list/resource.ts';

/** A book: where it stands, where else it may, which shelves also name it, and since which day it is there. */
export const book = defineResource({
  name: 'shelves.book',
  area: 'book_list',
  title: 'name',
  access: 'own',
  fields: {
    name: field(z.string().trim().min(1).max(60), { list: true, search: true }),
    shelf: field(zId, { list: true, filter: 'equals', ref: shelf }),
    spare_shelf: field(zId.nullable(), { list: true, filter: 'in', ref: shelf, default: null }),
    also: field(z.array(zId).max(5), { list: true, ref: shelf, default: [] }),
    bought_on: field(z.iso.date().nullable(), { list: true, sort: true, filter: 'range', default: null }),
  },
  menu: {
    route: 'book_list',
    parent: 'shelves',
    sort: 20,
    icon: 'apps',
    roles: ['administrator', 'customer'],
  },
});
