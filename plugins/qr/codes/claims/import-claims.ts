import { createTable, type OperationRun, type PluginContext, todayOf } from '@waypost/sdk';
import { z } from 'zod';
import { readLines } from '../import/read-lines.ts';
import { forgetUpload, readUpload } from '../import/uploads.ts';
import { claimLines } from './claim-lines.ts';
import { CLAIM_COLUMNS, claimColumnsOf, claimRow, filledIn } from './claim-row.ts';

export const zClaimImport = z.strictObject({ upload: z.string() });

/** Lines of one transaction: each of them is written by itself. */
const PORTION = 200;

/**
 * Says of unclaimed codes where they lead, by the lines of a file. Its result is a table with what became of each line;
 * lines without a target stay as they are, lines that are wrong cost the others nothing, and what was claimed stays when it is cancelled.
 * Errors: `qr.import_unreadable`, `qr.import_too_long`, `qr.import_empty`, `qr.upload_unknown`: nothing was claimed then.
 */
export async function importClaims(
  context: PluginContext,
  run: OperationRun<z.infer<typeof zClaimImport>>,
): Promise<void> {
  const { input, owner, signal, translate } = run;
  const rows = filledIn(
    readLines(await readUpload(context, input.upload, owner), {
      columnsOf: claimColumnsOf,
      usual: CLAIM_COLUMNS,
      rowOf: claimRow,
    }),
  );
  run.progress(0, rows.length);
  const table = await createTable(context, run, {
    name: `${translate('qr.claim_lines.report')} ${todayOf(context)}`,
    columns: ['line', 'outcome', 'code', 'url', 'name', 'fault', 'mend'].map((column) =>
      translate(`qr.claim_lines.report.${column}`),
    ),
    format: undefined,
  });
  const seen = new Set<string>();
  let leftOut = 0;
  for (let at = 0; at < rows.length; at += PORTION) {
    signal.throwIfAborted();
    for (const { row, name, fault } of await claimLines(context, rows.slice(at, at + PORTION), {
      owner,
      seen,
    })) {
      if (fault !== undefined) leftOut += 1;
      await table.write([
        row.line,
        translate(`qr.claim_lines.report.${fault === undefined ? 'claimed' : 'not_claimed'}`),
        row.code,
        row.url,
        name,
        fault === undefined ? '' : translate(`qr.claim_lines.fault.${fault}`),
        fault === undefined ? '' : translate(`qr.claim_lines.mend.${fault}`),
      ]);
    }
    run.progress(Math.min(at + PORTION, rows.length), rows.length, leftOut);
  }
  await table.end();
  await forgetUpload(context, input.upload);
}
