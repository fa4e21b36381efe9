import { defineCall, pageOf, pagingShape, rowSchema, zId, zTime } from '@waypost/contract';
import { z } from 'zod';
import { ShowStatus } from '../../catalogue/values.ts';
import { categoryResource } from './resource.ts';

/** What callers without the right may ask for. Any other filter or order could reveal what is hidden. */
export const zShownQuery = z.strictObject({ ...pagingShape, show_status: z.literal(ShowStatus.shown) });

/** What a category shows to everybody: no notes, and nothing of how it is managed. */
export const zShownCategory = z.object({
  id: zId,
  title: z.string(),
  title_en_us: z.string(),
  title_sw_ke: z.string(),
  superior: zId.nullable(),
  icon: z.string(),
  sort: z.int(),
  depth: z.int(),
  full_title: z.string(),
  path: z.array(zId),
});
export type ShownCategory = z.infer<typeof zShownCategory>;

/** A time as `zTime` has it, no longer than one is: bodies of public calls are bounded in each part. */
const zMoment = zTime.max(40).optional();

/** Stands in place of the resource's own `inquire`, because part of it is open to everybody. */
export const inquireCall = defineCall({
  area: 'mall_category',
  call: 'inquire',
  body: categoryResource.schemas.query.extend({ create_time_from: zMoment, create_time_to: zMoment }),
  result: z.union([pageOf(rowSchema(categoryResource)), pageOf(zShownCategory)]),
  access: { public: true },
  failureStatuses: [401, 403],
  summary:
    'Lists mall.category; without mall.category:read only `show_status: 1`, the categories that are shown, with the fields that everybody may read',
});

/** The second answer to 409 `mall.category_in_use` of `remove`. */
export const mergeCall = defineCall({
  area: 'mall_category',
  call: 'merge',
  body: z.strictObject({ id: zId, into: zId }),
  result: z.object({ moved: z.int() }),
  access: { permission: 'mall.category:delete' },
  summary: 'Moves all products of a category into another one and deletes it; also needs mall.product:update',
});
