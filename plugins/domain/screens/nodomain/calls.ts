import { defineCall, pageOf, pagingShape, zId, zStarted, zTime } from '@waypost/contract';
import { z } from 'zod';
import { DOMAIN_TYPES } from '../../domains/values.ts';
import { HOMELESS_REASONS, PRINT_FATES } from '../../homeless/values.ts';
import { WATCH_FAULTS } from '../../watching/values.ts';

const area = 'nodomain';
const zType = z.literal(DOMAIN_TYPES);
const zHost = z.string().min(1).max(253);

const filterShape = {
  /** Part of the name of a domain. */
  search: z.string().max(200).optional(),
  reason: z.array(z.enum(HOMELESS_REASONS)).max(HOMELESS_REASONS.length).optional(),
  type: z.array(zType).max(DOMAIN_TYPES.length).optional(),
  /** Codes of one account; for callers who see everyone's. */
  owner: zId.optional(),
};
const zFilter = z.strictObject(filterShape);
export type HomelessFilter = z.infer<typeof zFilter>;

const zQuery = z.strictObject({
  ...pagingShape,
  ...filterShape,
  sort_field: z.enum(['since', 'domain', 'reason']).optional(),
  sort_order: z.enum(['asc', 'desc']).optional(),
});
export type HomelessQuery = z.infer<typeof zQuery>;

/** A code on a domain that it cannot rest on; one that passes two such domains stands there twice. */
const zHomelessRow = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  /** What is printed now. */
  short_url: z.string(),
  is_binned: z.boolean(),
  host: z.string(),
  /** The host in its own script. */
  domain: z.string(),
  /** Its page, where somebody has it. */
  domain_id: z.string().nullable(),
  /** Null: nobody knows what it was for. */
  type: z.int().nullable(),
  reason: z.enum(HOMELESS_REASONS),
  /** What watching found; empty: there is no more to say. */
  fault: z.enum(WATCH_FAULTS),
  since: zTime,
  /** What becomes of printed pictures when the code is put elsewhere. */
  print: z.enum(PRINT_FATES),
  owner: z.string(),
  owner_account: z.string(),
});
export type HomelessRow = z.infer<typeof zHomelessRow>;

/** Codes that somebody means: those that they chose, or all that a filter finds. */
export const zHomelessWish = z.strictObject({
  rows: z
    .array(z.strictObject({ id: zId, host: zHost }))
    .min(1)
    .max(200)
    .optional(),
  filter: zFilter.optional(),
});
export type HomelessWish = z.infer<typeof zHomelessWish>;
/** Only the caller's own, for those who see everyone's. */
const own = z.boolean().optional();
/** Empty: the platform's own address. */
const to = z.string().max(253);

const result = pageOf(zHomelessRow).extend({
  /** False: the plugin of the codes is off, and nobody can say which there are. */
  is_available: z.boolean(),
  /** All codes are being gone through for the first time: there may be more. */
  is_counting: z.boolean(),
});

export const homelessCall = defineCall({
  area,
  call: 'inquire',
  body: zQuery,
  result,
  access: { permission: 'domain.homeless:read_all' },
  summary: 'Codes of everyone whose domain does not work or is not theirs, with the reason',
});

export const ownHomelessCall = defineCall({
  area,
  call: 'user_inquire',
  body: zQuery,
  result,
  access: { permission: 'domain.homeless:read' },
  summary: "The caller's own codes whose domain does not work or is not theirs, with the reason",
});

export const homelessTargetsCall = defineCall({
  area,
  call: 'targets',
  body: z.strictObject({ ...zHomelessWish.shape, own, search: z.string().max(200).optional() }),
  result: z.object({
    is_available: z.boolean(),
    codes: z.int(),
    /** False: of several owners, for whom the platform's own address is the only one that all may use. */
    is_one_owner: z.boolean(),
    targets: z.array(
      z.object({
        host: z.string(),
        shown: z.string(),
        type: zType,
        is_working: z.boolean(),
        is_platform: z.boolean(),
      }),
    ),
  }),
  access: { permission: 'domain.homeless:move' },
  summary: 'Which domains some of these codes could be put on',
});

const zTried = z.object({
  /** Codes that are meant, and those of them that were looked at. */
  codes: z.int(),
  tried: z.int(),
  is_whole: z.boolean(),
  /** Printed with the old domain, and going on with it as soon as it leads here. */
  keeps: z.int(),
  /** Printed with the old domain, which is nobody's: those pictures stop. */
  stops: z.int(),
  /** Printed with another one. */
  same: z.int(),
  /** They cannot be moved: their short code is another one's there, or they stand printed on too many. */
  stays: z.int(),
  /** Their owner may not use the target. */
  refused: z.int(),
});
export type TriedHomeless = z.infer<typeof zTried>;

export const tryHomelessCall = defineCall({
  area,
  call: 'try_move',
  body: z.strictObject({ ...zHomelessWish.shape, own, to }),
  result: zTried,
  access: { permission: 'domain.homeless:move' },
  ratePerMinute: 60,
  summary: 'What it would come to that these codes are put on another domain; changes nothing',
});

export const moveHomelessCall = defineCall({
  area,
  call: 'move',
  body: z.strictObject({ ...zHomelessWish.shape, own, to }),
  result: zStarted,
  access: { permission: 'domain.homeless:move' },
  answers: 202,
  summary: 'Puts these codes on another domain, as long work that tells what became of each domain',
});
