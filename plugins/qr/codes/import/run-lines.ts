import { zColumnChoice } from '@waypost/contract';
import { createTable, type OperationRun, type PluginContext, todayOf } from '@waypost/sdk';
import { z } from 'zod';
import type { LineReading } from './read-lines.ts';
import { readLines } from './read-lines.ts';
import { lineUploads } from './uploads.ts';

const zAccount = z.object({ id: z.string(), account: z.string() });
export const zLineImport = z.strictObject({
  upload: z.string(),
  /** What its columns are read as, where somebody has said it. */
  columns: zColumnChoice.optional(),
  /** Who began it; left out by older releases. */
  actor: zAccount.extend({ via: z.string(), as: zAccount.exactOptional() }).optional(),
});
export type LineImport = z.infer<typeof zLineImport>;

/** What became of a line: what its columns say of it, and why nothing came of it. */
export interface SettledLine<Name extends string> {
  line: number;
  cells: Readonly<Record<Name, string>>;
  fault: string | undefined;
}

/** How the lines of a file are worked on. */
interface LineWork<Column extends string, Row, Name extends string> {
  /** Its words: `<name>.report`, `<name>.fault.<fault>`, `<name>.mend.<fault>`. */
  name: 'qr.short_link' | 'qr.claim_lines';
  reading: LineReading<Column, Row>;
  /** Those of its rows that are worked on; left out: all of them. */
  taken?: (rows: readonly Row[]) => readonly Row[];
  /** What a line is said to be that something came of; with `not_` before it where nothing did. */
  done: string;
  /** Between the outcome and the fault. */
  columns: readonly Name[];
  /** Lines of one transaction. */
  portion: number;
  settle(rows: readonly Row[]): Promise<readonly SettledLine<Name>[]>;
}

/**
 * Works on the lines of a file that was uploaded. Its result is a table with what became of each line; lines that are wrong
 * cost the others nothing, and what was done stays when it is cancelled.
 * Errors: `qr.import_unreadable`, `qr.import_head`, `qr.import_too_long`, `qr.import_empty`, `qr.upload_unknown`: nothing was done then.
 */
export async function runLines<Column extends string, Row, Name extends string>(
  context: PluginContext,
  run: OperationRun<LineImport>,
  { name, reading, taken = (rows) => rows, done, columns, portion, settle }: LineWork<Column, Row, Name>,
): Promise<void> {
  const { input, owner, signal, translate } = run;
  const uploads = lineUploads(context);
  const read = await readLines(await uploads.read(input.upload, owner), reading, input.columns);
  const rows = taken(read.rows);
  run.progress(0, rows.length);
  const table = await createTable(context, run, {
    name: `${translate(`${name}.report`)} ${todayOf(context)}`,
    columns: ['line', 'outcome', ...columns, 'fault', 'mend'].map((column) =>
      translate(`${name}.report.${column}`),
    ),
    format: undefined,
  });
  if (read.unread !== undefined)
    await table.write([
      read.unread.line,
      translate('qr.import.not_read'),
      ...columns.map(() => ''),
      translate('qr.import.not_read.fault', { columns: read.unread.heads.join(', ').slice(0, 1_000) }),
      translate('qr.import.not_read.mend'),
    ]);
  let leftOut = 0;
  for (let at = 0; at < rows.length; at += portion) {
    signal.throwIfAborted();
    for (const { line, cells, fault } of await settle(rows.slice(at, at + portion))) {
      if (fault !== undefined) leftOut += 1;
      await table.write([
        line,
        translate(`${name}.report.${fault === undefined ? done : `not_${done}`}`),
        ...columns.map((column) => cells[column]),
        fault === undefined ? '' : translate(`${name}.fault.${fault}`),
        fault === undefined ? '' : translate(`${name}.mend.${fault}`),
      ]);
    }
    run.progress(Math.min(at + portion, rows.length), rows.length, leftOut);
  }
  await table.end();
  await uploads.forget(input.upload);
}
