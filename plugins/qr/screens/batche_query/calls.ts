import { defineCall, pageOf, pagingShape, zExportFormat, zId, zStarted } from '@waypost/contract';
import { z } from 'zod';
import { BLOCK_STATUSES, batchQuery, LINE_STATUSES } from './resource.ts';

const area = 'batche_query';
/** Letters of all lines. */
export const MOST_LETTERS = 400_000;
const BODY_BYTES = 1_048_576;

const { line, text, status, note, link, name, short_url, owner_account, block_status, view_number } =
  batchQuery.fields;

/** One line of those that were pasted, with one code that it found. */
export const zLineFound = z.object({
  id: z.string(),
  line: line.schema,
  text: text.schema,
  status: status.schema,
  note: note.schema,
  link: link.schema,
  name: name.schema,
  short_url: short_url.schema,
  owner_account: owner_account.schema,
  /** Id of that account; likewise. */
  owner: zId.optional(),
  block_status: block_status.schema,
  view_number: view_number.schema,
});
export type LineFound = z.infer<typeof zLineFound>;

const queryShape = {
  /** A line each: a short code, a link or a domain; up to 1,000. */
  lines: z.string().min(1).max(MOST_LETTERS),
  status: z.array(z.enum(LINE_STATUSES)).max(LINE_STATUSES.length).optional(),
  /** How the hosts of codes stand in WeChat; codes of which nobody knows it are left out. */
  block_status: z.array(z.literal(BLOCK_STATUSES)).max(BLOCK_STATUSES.length).optional(),
  sort_field: z.enum(['line', 'view_number']).optional(),
  sort_order: z.enum(['asc', 'desc']).optional(),
};

export const batchQueryCall = defineCall({
  area,
  call: 'inquire',
  body: z.strictObject({ ...pagingShape, ...queryShape }),
  bodyLimit: BODY_BYTES,
  result: pageOf(zLineFound).extend({
    /** Rows of each state, whatever is filtered by. */
    statuses: z.record(z.enum(LINE_STATUSES), z.int()),
    /** Whether anybody says which hosts are blocked elsewhere. */
    has_blocks: z.boolean(),
  }),
  access: { permission: 'qr.code:read' },
  summary:
    'What is found for up to 1,000 short codes, links and domains: the own codes, or everyone’s for those who see them',
});

/** What an export is asked for: every row, on all its pages. */
export const zBatchQueryExport = z.strictObject({ ...queryShape, format: zExportFormat });

export const batchQueryExportCall = defineCall({
  area,
  call: 'export',
  body: zBatchQueryExport,
  bodyLimit: BODY_BYTES,
  result: zStarted,
  access: { permission: 'qr.batch_query:export' },
  answers: 202,
  summary: 'Writes what is found for the lines as CSV, as an asynchronous operation',
});
