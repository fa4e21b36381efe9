import { createTable, type OperationRun, type PluginContext, todayOf } from '@waypost/sdk';
import { z } from 'zod';
import { shortUrlOf } from '../link.ts';
import { columnsOf, LINK_COLUMNS, type LinkRow, linkRow } from './link-row.ts';
import { makeLinks } from './make-links.ts';
import { readLines } from './read-lines.ts';
import { forgetUpload, readUpload } from './uploads.ts';

export const zLinkImport = z.strictObject({ upload: z.string() });
export type LinkImport = z.infer<typeof zLinkImport>;

/** Lines of one transaction. */
const PORTION = 500;

/**
 * Makes short links of the lines of a file. Its result is a table with what became of each line; lines that are wrong cost
 * the others nothing, and what was made stays when it is cancelled.
 * Errors: `qr.import_unreadable`, `qr.import_too_long`, `qr.import_empty`, `qr.upload_unknown`: nothing was made then.
 */
export async function importLinks(context: PluginContext, run: OperationRun<LinkImport>): Promise<void> {
  const { input, owner, signal, translate } = run;
  const rows = readRows(await readUpload(context, input.upload, owner), context.clock.now());
  run.progress(0, rows.length);
  const table = await createTable(context, run, {
    name: `${translate('qr.short_link.report')} ${todayOf(context)}`,
    columns: ['line', 'outcome', 'short_code', 'short_url', 'url', 'name', 'fault', 'mend'].map((column) =>
      translate(`qr.short_link.report.${column}`),
    ),
    format: undefined,
  });
  let leftOut = 0;
  for (let at = 0; at < rows.length; at += PORTION) {
    signal.throwIfAborted();
    const made = await makeLinks(context, rows.slice(at, at + PORTION), { owner, upload: input.upload });
    for (const { row, short_code, fault } of made)
      await table.write([
        row.line,
        translate(`qr.short_link.report.${fault === undefined ? 'made' : 'not_made'}`),
        short_code,
        short_code === '' ? '' : shortUrlOf({ domain: '', short_code }, context.platform.publicUrl),
        row.url,
        row.name,
        fault === undefined ? '' : translate(`qr.short_link.fault.${fault}`),
        fault === undefined ? '' : translate(`qr.short_link.mend.${fault}`),
      ]);
    leftOut += made.filter(({ fault }) => fault !== undefined).length;
    run.progress(Math.min(at + PORTION, rows.length), rows.length, leftOut);
  }
  await table.end();
  await forgetUpload(context, input.upload);
}

const readRows = (bytes: Uint8Array, now: number): LinkRow[] =>
  readLines(bytes, {
    columnsOf,
    usual: LINK_COLUMNS,
    rowOf: (record, columns) => linkRow(record, columns, now),
  });
