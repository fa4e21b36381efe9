import { defineError } from '@waypost/contract';

export const fileErrors = {
  /** One file is larger than files may be, or somebody keeps as many as they may. */
  tooLarge: defineError({ code: 'file_upload_limit', status: 413, params: ['kilobytes'] }),
  tooMany: defineError({ code: 'file_upload_most', status: 409, params: ['files'] }),
  tooMuch: defineError({ code: 'file_upload_space', status: 409, params: ['megabytes'] }),
  /** Nothing that is kept, by its bytes. */
  unknown: defineError({ code: 'file_kind_unknown', status: 422 }),
  /** An operator has not allowed it. */
  kindOff: defineError({ code: 'file_kind_off', status: 422, params: ['kind'] }),
  /** Its bytes are something else than its name promises. */
  kindDiffers: defineError({ code: 'file_kind_differs', status: 422 }),
  notAPicture: defineError({ code: 'not_a_picture', status: 422 }),
  incomplete: defineError({ code: 'file_incomplete', status: 422 }),
  inUse: defineError({ code: 'file_in_use', status: 409 }),
  placeInUse: defineError({ code: 'file_place_in_use', status: 409 }),
  placeHasFiles: defineError({ code: 'file_place_has_files', status: 409, params: ['files'] }),
  /** It is somewhere else, or gone, since files were copied to it. */
  placeChanged: defineError({ code: 'file_place_changed', status: 409 }),
  /** The place gives back something else than it was given. */
  placeDiffers: defineError({ code: 'file_place_differs', status: 409 }),
  /** What a move has left in a place goes on answering under its old addresses for a while. */
  placeKeeps: defineError({ code: 'file_place_keeps', status: 409, params: ['days'] }),
  placeHasNoCopies: defineError({ code: 'file_place_no_copies', status: 409 }),
  placeSame: defineError({ code: 'file_place_same', status: 422 }),
} as const;
