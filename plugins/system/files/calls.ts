import { defineCall, zId } from '@waypost/contract';
import { z } from 'zod';
import { FILE_MAX_BYTES, FILE_PART_BYTES, MOST_PARTS, zFileName } from './values.ts';

export const ADD_FILE = 'system.file:create';
const PART_LETTERS = Math.ceil(FILE_PART_BYTES / 3) * 4;

const zAddedFile = z.object({
  id: zId,
  name: z.string(),
  type: z.string(),
  size: z.int(),
  /** Where whoever has the address gets it. */
  url: z.string(),
  /** Of pictures; empty for everything else. */
  thumbnail: z.string(),
});
export type AddedFile = z.infer<typeof zAddedFile>;

export const addFile = defineCall({
  area: 'file',
  call: 'add',
  body: z.strictObject({
    name: zFileName,
    data: z.base64().min(1).max(PART_LETTERS),
    /** Bytes of the whole file, where it comes in parts of 700,000 bytes; left out: `data` is all of it. */
    size: z.int().min(1).max(FILE_MAX_BYTES).optional(),
    /** Which part this is, from 0. */
    part: z
      .int()
      .min(0)
      .max(MOST_PARTS - 1)
      .optional(),
    /** What the first part was answered with. */
    upload: zId.optional(),
  }),
  result: z.object({
    /** Null: more parts have to come. */
    file: zAddedFile.nullable(),
    upload: zId.nullable(),
    /** Parts that are here. */
    received: z.int(),
  }),
  access: { permission: ADD_FILE },
  bodyLimit: PART_LETTERS + 2_048,
  summary: 'Keeps a file: pictures are drawn anew, everything else is only ever sent to be saved',
});
