import { defineCall, zId, zStarted } from '@waypost/contract';
import { z } from 'zod';

export const ITEM_MOVES = ['up', 'down', 'first', 'last'] as const;

export const moveItemCall = defineCall({
  area: 'pool_item',
  call: 'move',
  body: z.strictObject({ id: zId, to: z.enum(ITEM_MOVES) }),
  result: z.object({ position: z.int() }),
  access: { permission: 'qr.pool_item:update' },
  summary: 'Moves an item within the order of its pool; answers its place, from 1',
});

export const exportPoolsCall = defineCall({
  area: 'internal_code_grouping',
  call: 'export',
  body: z.strictObject({
    /** Of one pool; left out: of all of the caller's, of one owner's, or of everybody's for those who see them. */
    id: zId.optional(),
    own: z.boolean().optional(),
    owner: zId.optional(),
    format: z.string().max(100).optional(),
  }),
  result: zStarted,
  access: { permission: 'qr.pool:export' },
  answers: 202,
  summary: 'Starts an export of pools as a table, a line for each item',
});
