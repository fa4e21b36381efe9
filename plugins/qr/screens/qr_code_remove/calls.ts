import { defineCall, pageOf, pagingShape, type RowOf, zId, zTime } from '@waypost/contract';
import { z } from 'zod';
import { BATCH_MAX_CODES } from '../qr_code_list/calls.ts';
import { codeResource } from '../qr_code_list/resource.ts';

const area = 'qr_code_list';
const zSomeIds = z.array(zId).min(1).max(BATCH_MAX_CODES);

/** Who put a code into the bin. */
export const REMOVERS = ['owner', 'former_owner', 'operator', 'server'] as const;

const binned = {
  removed_by: z.object({
    kind: z.enum(REMOVERS),
    /** Of owners their account; of others it is told to those who see the codes of every owner. */
    account: z.string(),
  }),
  /** When it is deleted for good, unless somebody brings it back. */
  purge_time: zTime,
};
const zBinned = z.object(binned);
/** A code in the bin, as the list shows it. */
export type BinRow = RowOf<typeof codeResource> & z.infer<typeof zBinned>;

/** Removed last first, or deleted for good soonest first. */
export const BIN_ORDERS = ['latest', 'soonest'] as const;
export type BinOrder = (typeof BIN_ORDERS)[number];

export const binCall = defineCall({
  area,
  call: 'qr_code_remove',
  body: z.strictObject({
    ...pagingShape,
    search: z.string().max(200).optional(),
    /** Only this owner's; for those who see everyone's. */
    owner: zId.optional(),
    order: z.enum(BIN_ORDERS).optional(),
  }),
  result: pageOf(codeResource.schemas.row.extend(binned)),
  access: { permission: 'qr.code:read' },
  summary:
    'The codes in the bin, the last removed first: who put each there, and when it is deleted for good',
});

export const restoreCodesCall = defineCall({
  area,
  call: 'batch_restore',
  body: z.strictObject({ ids: zSomeIds }),
  result: z.object({ restored: z.int() }),
  access: { permission: 'qr.code:delete' },
  summary: 'Brings up to 200 codes back from the bin: all of them or none',
});

export const purgeCodesCall = defineCall({
  area,
  call: 'batch_purge',
  body: z.strictObject({ ids: zSomeIds }),
  result: z.object({ purged: z.int() }),
  access: { permission: 'qr.code:delete' },
  summary: 'Deletes up to 200 codes of the bin for good: all of them or none; their addresses stay reserved',
});
