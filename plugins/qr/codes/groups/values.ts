import type { Reference } from '@waypost/contract';
import { z } from 'zod';

/** Most tags of one code. */
export const MOST_TAGS = 20;
export const zTag = z.string().trim().min(1).max(30);
export const zTags = z.array(zTag).max(MOST_TAGS);

/** The caller's own groups, for fields that name one. */
export const groupReference: Reference = {
  name: 'qr.group',
  area: 'group',
  title: 'name',
  calls: ['user_inquire', 'details'],
};
