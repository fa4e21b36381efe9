import { defineCall, zId } from '@waypost/contract';
import { z } from 'zod';
import { zTags } from '../../codes/groups/values.ts';

/** Codes of one call. */
const MOST_CODES = 200;

/** Labels of each kind in one answer. */
export const MOST_LABELS = 8;

export const labelsCall = defineCall({
  area: 'group',
  call: 'labels',
  body: z.strictObject({}),
  result: z.object({
    groups: z.array(z.object({ id: zId, name: z.string(), count: z.int() })),
    tags: z.array(z.object({ tag: z.string(), count: z.int() })),
  }),
  access: { permission: 'qr.code:read' },
  summary:
    'The groups and tags that most of the caller’s own codes have, up to 8 of each, with how many of the list',
});

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
