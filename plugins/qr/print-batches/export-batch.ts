import { createTable, type OperationRun, type PluginContext, todayOf } from '@waypost/sdk';
import { z } from 'zod';
import { openClaimCode } from '../codes/claims/claim-code.ts';
import { countLinks, readLinks } from '../codes/export/chosen-links.ts';
import { factsOf } from '../codes/export/export-links.ts';
import { placeOf } from '../codes/link.ts';
import { qrUrlOf } from '../codes/present.ts';

export const zBatchExport = z.strictObject({
  batch: z.string(),
  name: z.string(),
  /** Whose they have to be still; undefined: anybody's. */
  owner: z.string().optional(),
  format: z.string().optional(),
});

/** The second and third are what the import of targets reads again. */
export const BATCH_EXPORT_COLUMNS = [
  'number',
  'code',
  'url',
  'name',
  'short_url',
  'qr_url',
  'claim_code',
] as const;

/** Writes what a printer needs of the codes of a batch, in the order of their numbers. Those that went to somebody else are theirs. */
export async function exportBatch(
  context: PluginContext,
  run: OperationRun<z.infer<typeof zBatchExport>>,
): Promise<void> {
  const { input, signal } = run;
  const { name, format, ...wanted } = input;
  const count = await countLinks(context, wanted);
  run.progress(0, count);
  const table = await createTable(context, run, {
    name: `${name} ${todayOf(context)}`,
    columns: [...BATCH_EXPORT_COLUMNS],
    format,
  });
  let done = 0;
  for await (const codes of readLinks(context, wanted)) {
    signal.throwIfAborted();
    for (const code of codes) {
      const row = {
        ...factsOf(context, code),
        number: code.batch_number,
        code: code.short_code,
        qr_url: qrUrlOf(context, placeOf(code)),
        claim_code: await openClaimCode(context, code),
      };
      await table.write(BATCH_EXPORT_COLUMNS.map((column) => row[column]));
    }
    done += codes.length;
    run.progress(done, Math.max(count, done));
  }
  await table.end();
}
