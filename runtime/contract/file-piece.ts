import { z } from 'zod';
import { zId } from './answer.ts';
import { defineCall } from './call.ts';
import { zColumnChoice, zImportColumns } from './import-columns.ts';
import { zStarted } from './operation.ts';

/** Bytes of one piece of a file. */
export const FILE_PIECE_BYTES = 600_000;
const PIECE_LETTERS = Math.ceil(FILE_PIECE_BYTES / 3) * 4;
const PIECE_BODY_BYTES = 1_000_000;

/** A piece of a file that is sent in several, one after the other. */
const zFilePiece = z.strictObject({
  /** Of the piece before; left out: a new file. */
  upload: zId.optional(),
  data: z.base64().min(1).max(PIECE_LETTERS),
});
const zPieceTaken = z.object({ upload: zId, bytes: z.int() });

/**
 * The call `<area>/upload`, which takes a file that is worked on later: an import's lines. The server keeps it with
 * `defineUploads`, pages send it with `sendInPieces`.
 */
export const filePieceCall = <const Area extends string>({
  area,
  permission,
  summary,
}: {
  area: Area;
  permission: string;
  summary: string;
}) =>
  defineCall({
    area,
    call: 'upload',
    body: zFilePiece,
    result: zPieceTaken,
    access: { permission },
    bodyLimit: PIECE_BODY_BYTES,
    failureStatuses: [413],
    summary,
  });
export type FilePieceCall = ReturnType<typeof filePieceCall>;

interface FileCallNames<Area extends string, Start extends string> {
  area: Area;
  permission: string;
  /** The call that has the file worked on. */
  start: Start;
  summaries: Record<'upload' | 'start', string>;
}

/** The calls by which a file is worked on, as an import's is: one takes it in pieces, one says what its columns are, one begins. */
export const fileCalls = <const Area extends string, const Start extends string>({
  area,
  permission,
  start,
  summaries,
}: FileCallNames<Area, Start>) => ({
  upload: filePieceCall({ area, permission, summary: summaries.upload }),
  columns: defineCall({
    area,
    call: 'columns',
    body: z.strictObject({ upload: zId }),
    result: zImportColumns,
    access: { permission },
    ratePerMinute: 60,
    summary: 'Says what the columns of an uploaded file are read as, and which ones nobody knows',
  }),
  start: defineCall({
    area,
    call: start,
    body: z.strictObject({ upload: zId, columns: zColumnChoice.optional() }),
    result: zStarted,
    access: { permission },
    answers: 202,
    summary: summaries.start,
  }),
});

/** By which a file is sent, looked at, and worked on. */
export type FileCalls = ReturnType<typeof fileCalls>;
