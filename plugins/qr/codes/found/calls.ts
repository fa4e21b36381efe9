import { defineCall, zId, zStarted } from '@waypost/contract';
import { z } from 'zod';
import { changeOwnerCall, freezeCall } from '../../screens/qr_code_list/calls.ts';
import { CODE_BODY_BYTES } from '../../screens/qr_code_list/resource.ts';
import { zTags } from '../groups/values.ts';

/** Most codes that are changed together as long work. */
const MAX_CODES = 10_000;
const zFoundIds = z.array(zId).min(1).max(MAX_CODES);
/** What the calls for codes that a list has found on all its pages have in common. */
const found = {
  area: 'qr_code_list',
  result: zStarted,
  bodyLimit: CODE_BODY_BYTES,
  answers: 202,
} as const;

export const binFoundCall = defineCall({
  ...found,
  call: 'bin_found',
  body: z.strictObject({ ids: zFoundIds }),
  access: { permission: 'qr.code:delete' },
  summary:
    'Starts to put up to 10,000 codes into the bin: those that cannot go there stay, and its table says why',
});

export const assignFoundCall = defineCall({
  ...found,
  call: 'assign_found',
  body: z.strictObject({
    ids: zFoundIds,
    /** Null: into none; left out: where they are. */
    group: zId.nullable().optional(),
    add_tags: zTags.optional(),
  }),
  access: { permission: 'qr.code:update' },
  summary:
    'Starts to move up to 10,000 codes into a group of their owner, or to give them tags, as `group/assign` does: its table says which stay, and why',
});

export const freezeFoundCall = defineCall({
  ...found,
  call: 'freeze_found',
  body: freezeCall.body.extend({ ids: zFoundIds }),
  access: { permission: 'qr.code_admin:freeze' },
  summary:
    'Starts to freeze up to 10,000 codes, as `freeze` does: its table says which could not be, and why',
});

export const liftFoundCall = defineCall({
  ...found,
  call: 'lift_found',
  body: z.strictObject({ ids: zFoundIds }),
  access: { permission: 'qr.code_admin:freeze' },
  summary:
    'Starts to lift the freeze of up to 10,000 codes: its table says of which it could not be, and why',
});

export const changeOwnerFoundCall = defineCall({
  ...found,
  call: 'change_owner_found',
  body: changeOwnerCall.body.extend({ ids: zFoundIds }),
  access: { permission: 'qr.code_admin:change_owner' },
  summary:
    'Starts to give up to 10,000 codes to another account, as `change_owner` does: its table says which stay, and why',
});
