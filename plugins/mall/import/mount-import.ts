import { zColumnChoice } from '@waypost/contract';
import {
  actorOf,
  createTable,
  type OperationRun,
  type PluginContext,
  todayOf,
  type Uploads,
} from '@waypost/sdk';
import { z } from 'zod';
import { checkCall, importCalls } from '../screens/mall_product_list/calls.ts';
import { checkProducts } from './check-products.ts';
import { readProductColumns, readProductFile } from './read-product-file.ts';
import { type LineOutcome, settleLines } from './settle-lines.ts';
import { productUploads } from './uploads.ts';
import { NEEDED_COLUMNS, PRODUCT_COLUMNS } from './values.ts';

const KIND = 'product_import';
/** Lines of one transaction. */
const PORTION = 250;

const zAccount = z.object({ id: z.string(), account: z.string() });
const zImport = z.strictObject({
  upload: z.string(),
  /** What its columns are read as, where somebody has said it. */
  columns: zColumnChoice.optional(),
  /** Who began it. */
  actor: zAccount.extend({ via: z.string(), as: zAccount.exactOptional() }),
});
type Import = z.infer<typeof zImport>;

/** Where an import stands: the lines that are done, and those of them that made no product. */
const zKept = z.object({ done: z.int(), left_out: z.int() });

/** Mounts the taking of a file of products, and the work on its lines. */
export function mountImport(context: PluginContext): void {
  const uploads = productUploads(context);
  context.operations.define(KIND, { input: zImport, run: (run) => importProducts(context, uploads, run) });
  context.call(importCalls.upload, ({ upload, data }, { caller }) =>
    uploads.take({ upload, data: Buffer.from(data, 'base64'), owner: caller.id }),
  );
  context.call(checkCall, (body, request) => checkProducts(context, uploads, body, request));
  context.call(importCalls.columns, async ({ upload }, { caller }) => ({
    fields: PRODUCT_COLUMNS.map((name) => ({
      name,
      label: name,
      is_needed: NEEDED_COLUMNS.some((needed) => needed === name),
    })),
    ...readProductColumns(await uploads.read(upload, caller.id)),
  }));
  context.call(importCalls.start, async ({ upload, columns }, request) => {
    await uploads.require(upload, request.caller.id);
    const name = request.translate('mall.import.title');
    const input: Import = { upload, columns, actor: actorOf(request.caller) };
    return context.operations.start(KIND, { name, input }, request);
  });
}

/**
 * Works on the lines of a file. Its result is a table with what became of each line; lines that are wrong cost the others
 * nothing, and what was done stays when it is cancelled. A run that was stopped goes on behind the lines that it kept. The log has
 * one entry of each run: what it did, and to how many.
 */
export async function importProducts(
  context: PluginContext,
  uploads: Uploads,
  run: OperationRun<Import>,
): Promise<void> {
  const { input, owner, signal, translate } = run;
  const file = await readProductFile(await uploads.read(input.upload, owner), input.columns);
  const table = await createTable(context, run, {
    name: `${translate('mall.import.report')} ${todayOf(context)}`,
    columns: ['line', 'outcome', 'external_id', 'title', 'fault'].map((column) =>
      translate(`mall.import.report.${column}`),
    ),
    format: undefined,
  });
  const counts: Record<LineOutcome, number> = { added: 0, changed: 0, same: 0, left_out: 0 };
  const kept = table.kept === undefined ? undefined : zKept.parse(table.kept);
  let done = kept?.done ?? 0;
  let left_out = kept?.left_out ?? 0;
  run.progress(done, file.count, left_out);
  const ignored = [...file.ignored.unknown, ...file.ignored.repeated];
  if (kept === undefined && ignored.length > 0)
    await table.write([
      1,
      translate('mall.import.left_out'),
      '',
      '',
      translate('mall.import.ignored_columns', { columns: ignored.join(', ') }),
    ]);
  try {
    for await (const lines of file.portions(PORTION, done)) {
      signal.throwIfAborted();
      for (const { line, outcome, fault } of await settleLines(context, lines)) {
        counts[outcome] += 1;
        if (outcome === 'left_out') left_out += 1;
        await table.write([
          line.line,
          translate(`mall.import.${outcome}`),
          line.external_id,
          line.title,
          fault === undefined ? '' : translate(`mall.import.fault.${fault}`),
        ]);
      }
      done += lines.length;
      run.progress(done, file.count, left_out);
      await table.keepWhenDue({ done, left_out });
    }
  } finally {
    // Also of what was cancelled in the middle.
    if (counts.added + counts.changed > 0)
      await context.audit({
        type: 'mall.product.import',
        target: input.upload,
        after: { ...counts },
        actor: input.actor,
      });
  }
  await table.end();
  await uploads.forget(input.upload);
}
