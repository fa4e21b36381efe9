import {
  type Reference,
  targetUrl,
  VISIT_POOL_MAX_HOURS,
  visitContact,
  visitPicture,
  visitPoolHours,
} from '@waypost/contract';
import { z } from 'zod';

/** The caller's own pools, for fields that name one. */
export const poolReference: Reference = {
  name: 'qr.pool',
  area: 'internal_code_grouping',
  title: 'name',
  calls: ['user_inquire', 'details'],
  page: 'internal_code_grouping',
};

export const ITEM_KINDS = ['url', 'picture', 'contact'] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

/** What an item is: an address, a picture or a contact, one of the three. */
export const zItemTarget = z
  .strictObject({
    url: targetUrl.optional(),
    /** As `qr_code_list/target_picture` has named it. */
    picture: visitPicture.optional(),
    contact: visitContact.optional(),
  })
  .superRefine(({ url, picture, contact }, check) => {
    const given = [url, picture, contact].filter((one) => one !== undefined).length;
    if (given !== 1) check.addIssue({ code: 'custom', path: ['url'], message: 'target_kind' });
  });
export type ItemTarget = z.infer<typeof zItemTarget>;

export const zItemHours = z.array(visitPoolHours).max(VISIT_POOL_MAX_HOURS);

/** What an item does with the next visitor. */
export const ITEM_STATUSES = ['open', 'closed', 'full', 'over', 'off'] as const;
export type ItemStatus = (typeof ITEM_STATUSES)[number];

/** How much a pool has left, whatever the hour. */
export const POOL_LEVELS = ['fine', 'low', 'empty'] as const;
export type PoolLevel = (typeof POOL_LEVELS)[number];
