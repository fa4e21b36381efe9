import { defineResource, field } from '@waypost/contract';
import { z } from 'zod';
import { onHomeField, remarksField, sortField } from '../../content/values.ts';

/** Kinds of rotations; those of one that is shown on the home page go round there. */
export const rotationType = defineResource({
  name: 'system.rotation_type',
  area: 'rotation_type',
  title: 'title',
  fields: {
    title: field(z.string().trim().min(1).max(60), { list: true, search: true, sort: true, priority: 0 }),
    /** Whether its rotations go round on the home page of customers. */
    show_on_home: onHomeField,
    sort: sortField,
    remarks: remarksField,
    /** Rises with each rotation that takes the type: what both write when one uses what another removes. */
    guard: field(z.int(), { write: 'none', secret: true, default: 0 }),
  },
  access: 'all',
  calls: ['inquire', 'details', 'add', 'update', 'remove'],
  defaultSort: { field: 'sort', order: 'desc' },
});
