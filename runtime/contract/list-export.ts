import { z } from 'zod';
import { defineCall } from './call.ts';
import { zExportFormat, zStarted } from './operation.ts';

const MOST_COLUMNS = 80;
/** Words of one column's codes. */
const MOST_WORDS = 200;

const path = z
  .string()
  .regex(/^[A-Za-z0-9_]+(\.[A-Za-z0-9_]+){0,5}$/)
  .max(120);
const name = z
  .string()
  .regex(/^[a-z0-9_]+$/)
  .max(60);

/** A column of a list that is exported: which value of a row, and how it is told. */
export const zExportColumn = z.strictObject({
  /** Names of fields, from the row inwards, with points between. */
  path,
  title: z.string().max(200),
  /**
   * `time`: an ISO time, written by the platform's clock; `decimal`: a number kept as text; `money`: smallest units as text.
   * Left out: as it is.
   */
  as: z.enum(['time', 'decimal', 'money']).optional(),
  /** Codes to words; `true` and `false` are codes, too. */
  words: z
    .record(z.string().max(60), z.string().max(200))
    .refine((words) => Object.keys(words).length <= MOST_WORDS, { error: 'error.issue.too_big' })
    .optional(),
  /** The value is the id of a thing, or several: told by the field that names it, as far as the reader may see it. */
  reference: z.strictObject({ area: name, title: path }).optional(),
  /** Where the row brings that name along itself. */
  known_as: path.optional(),
});
export type ExportColumn = z.infer<typeof zExportColumn>;

/** A list that is exported. `body`: as its call is asked, without the paging. */
export const zListExport = z.strictObject({
  area: name,
  call: z
    .string()
    .regex(/^[a-z0-9_-]+$/)
    .max(60),
  body: z.record(z.string().max(60), z.unknown()),
  columns: z.array(zExportColumn).min(1).max(MOST_COLUMNS),
  /** What the list is called; the file is named after it. */
  title: z.string().trim().min(1).max(120),
  format: zExportFormat,
});
export type ListExport = z.infer<typeof zListExport>;

export const exportListCall = defineCall({
  area: 'async_operations',
  call: 'export',
  body: zListExport,
  result: zStarted,
  access: { permission: 'system.operation:export' },
  answers: 202,
  ratePerMinute: 30,
  summary: 'Writes all rows of a list, as its own call answers them to the caller, into a table',
});
