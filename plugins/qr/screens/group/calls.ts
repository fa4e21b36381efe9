import { defineCall, zId } from '@waypost/contract';
import { z } from 'zod';
import { zTags } from '../../codes/groups/values.ts';

/** Codes of one call. */
const MOST_CODES = 200;

export const assignCall = defineCall({
  area: 'group',
  call: 'assign',
  body: z.strictObject({
    ids: z.array(zId).min(1).max(MOST_CODES),
    /** Null: into none; left out: where they are. */
    group: zId.nullable().optional(),
    add_tags: zTags.optional(),
  }),
  result: z.object({ changed: z.int() }),
  access: { permission: 'qr.code:update' },
  summary:
    'Moves up to 200 codes into a group of their owner, or gives them tags: all of them or none. What stays as it is counts as no change',
});
