import { defineCall, zId, zStarted } from '@waypost/contract';
import { z } from 'zod';

/** Bytes of one piece of a file, and letters of it in base64. */
export const PART_BYTES = 600_000;
const PART_LETTERS = Math.ceil(PART_BYTES / 3) * 4;
const PART_BODY_BYTES = 1_000_000;

/** A piece of a file that is sent in several. */
const zPart = z.strictObject({
  /** Of the piece before; left out: a new file. */
  upload: zId.optional(),
  data: z.base64().min(1).max(PART_LETTERS),
});
const zPartTaken = z.object({ upload: zId, bytes: z.int() });

interface LineNames<Area extends string, Start extends string> {
  area: Area;
  permission: string;
  /** The call that has the lines worked on. */
  start: Start;
  summaries: Record<'upload' | 'start', string>;
}

/** The two calls by which lines are worked on: one takes the file in pieces, the other begins. */
export const lineCalls = <const Area extends string, const Start extends string>({
  area,
  permission,
  start,
  summaries,
}: LineNames<Area, Start>) => ({
  upload: defineCall({
    area,
    call: 'upload',
    body: zPart,
    result: zPartTaken,
    access: { permission },
    bodyLimit: PART_BODY_BYTES,
    failureStatuses: [413],
    summary: summaries.upload,
  }),
  start: defineCall({
    area,
    call: start,
    body: z.strictObject({ upload: zId }),
    result: zStarted,
    access: { permission },
    answers: 202,
    summary: summaries.start,
  }),
});

/** By which a file is sent, and by which its lines are worked on. */
export type LineCalls = ReturnType<typeof lineCalls>;
