import { defineCall, field, zId } from '@waypost/contract';
import { z } from 'zod';
import { shelf } from '../shelf_list/resource.ts';

/** What a person fills in to move every book of a shelf. */
export const moveFields = {
  to: field(zId, { ref: shelf }),
  note: field(z.string().trim().min(1).max(200)),
};

export const moveBooks = defineCall({
  area: 'shelf_list',
  call: 'move_books',
  body: z.strictObject({ from: zId, to: moveFields.to.schema, note: moveFields.note.schema }),
  result: z.strictObject({ count: z.int() }),
  access: { permission: 'shelves.book:update' },
  summary: 'Moves the books of one shelf to another',
});
