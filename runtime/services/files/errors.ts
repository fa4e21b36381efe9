import { defineError } from '@waypost/contract';

/** What stood between the server and a place in which files are kept. */
export const filePlaceErrors = {
  full: defineError({ code: 'file_place_full', status: 507 }),
  unwritable: defineError({ code: 'file_place_unwritable', status: 422 }),
  /** More is asked of it at once than it answers. */
  busy: defineError({ code: 'file_place_busy', status: 503 }),
  /** `answer`: the storage's own word, such as `SignatureDoesNotMatch`. */
  refused: defineError({ code: 'file_place_refused', status: 422, params: ['answer'] }),
  bucket: defineError({ code: 'file_place_bucket', status: 422, params: ['bucket'] }),
  /** It is in a network that is not public, and the operator has not named it for this. */
  isPrivate: defineError({ code: 'file_place_private', status: 422, params: ['host'] }),
  /** What was read is not what was written. */
  damaged: defineError({ code: 'file_place_damaged', status: 422 }),
} as const;
