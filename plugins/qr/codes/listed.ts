import { ShortCodeVisibility } from '@waypost/contract';

/** Codes that are no short links; those that were made before have no such field, and null is what an index has for them. */
export const NO_LINK = { is_link: { $in: [false, null] } } as const;

/** Codes that lists show; those that were made before have no visibility. */
export const LISTED = { visibility: { $in: [ShortCodeVisibility.show, null] } } as const;
