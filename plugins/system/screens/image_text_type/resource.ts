import { defineResource, field } from '@waypost/contract';
import { z } from 'zod';
import { remarksField, sortField } from '../../content/values.ts';

/** Kinds of texts, such as help, news and terms. */
export const imageTextType = defineResource({
  name: 'system.image_text_type',
  area: 'image_text_type',
  title: 'title',
  fields: {
    title: field(z.string().trim().min(1).max(60), { list: true, search: true, sort: true, priority: 0 }),
    sort: sortField,
    remarks: remarksField,
    /** Rises with each text that takes the type: what both write when one uses what another removes. */
    guard: field(z.int(), { write: 'none', secret: true, default: 0 }),
  },
  access: 'all',
  calls: ['inquire', 'details', 'add', 'update', 'remove'],
  defaultSort: { field: 'sort', order: 'desc' },
});
