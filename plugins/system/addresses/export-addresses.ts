import type { Resource } from '@waypost/contract';
import { createTable, type OperationRun, todayOf } from '@waypost/sdk';
import type { PlatformContext } from '@waypost/sdk/platform';

const PORTION = 1_000;

/** Writes a list of addresses, in their order, as a table that its `batch_add` reads again. */
export async function exportAddresses(
  context: PlatformContext,
  run: OperationRun<{ format?: string | undefined }>,
  { resource, title, columns }: { resource: Resource; title: string; columns: readonly string[] },
): Promise<void> {
  const { signal, translate } = run;
  const model = context.model(resource);
  const total = await model.countDocuments({});
  run.progress(0, total);
  const table = await createTable(context, run, {
    name: `${translate(title)} ${todayOf(context)}`,
    columns: [...columns],
    format: run.input.format,
  });
  let done = 0;
  for await (const row of model.find({}).sort({ ip: 1 }).lean().cursor({ batchSize: PORTION })) {
    signal.throwIfAborted();
    await table.write(columns.map((column) => cellOf(Reflect.get(row, column))));
    run.progress(++done, Math.max(total, done));
  }
  await table.end();
}

const cellOf = (value: unknown): string =>
  value instanceof Date ? value.toISOString() : String(value ?? '');
