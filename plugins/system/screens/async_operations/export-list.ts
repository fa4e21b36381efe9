import { type ExportColumn, errors, zListExport } from '@waypost/contract';
import { createTable, givingWay, type OperationRun, todayOf } from '@waypost/sdk';
import type { ListReading, PlatformContext } from '@waypost/sdk/platform';
import { z } from 'zod';
import { exportCells, type TitleOf } from './export-cells.ts';

export const zListExportInput = z.strictObject({
  list: zListExport,
  reader: z.strictObject({
    account: z.string(),
    via: z.enum(['session', 'api_key']),
    credential: z.string(),
    isActing: z.boolean(),
  }),
});
export type ListExportInput = z.infer<typeof zListExportInput>;

/** Titles that are remembered of what rows point to. */
const MOST_TITLES = 20_000;

/** Where an export stands: the list's own place, and the rows that are written. */
const zKept = z.object({ after: z.unknown(), done: z.int(), total: z.int().nullable() });

/**
 * Writes a list as a table, portion by portion, with the rights that its reader has at each: one taken away in between ends
 * it. A run that was stopped goes on behind the last portion that it kept.
 */
export async function exportList(
  context: PlatformContext,
  run: OperationRun<ListExportInput>,
): Promise<void> {
  const { signal, locale } = run;
  const { list, reader } = run.input;
  // Whoever gets the file is whose rights are read with.
  if (reader.account !== run.owner) throw errors.forbidden.create({ permission: '' });
  const reading: ListReading = { reader, locale, signal };
  const table = await createTable(context, run, {
    name: `${list.title} ${todayOf(context)}`,
    columns: list.columns.map(({ title }) => title),
    format: list.format,
  });
  const kept = table.kept === undefined ? undefined : zKept.parse(table.kept);
  const titleOf = titlesFor(context, reading);
  let after: unknown = kept?.after;
  let done = kept?.done ?? 0;
  const total = kept ? kept.total : ((await context.listDesk.count(list, reading)) ?? null);
  const tell = (): void => (total === null ? run.progress(done) : run.progress(done, Math.max(total, done)));
  tell();
  for (;;) {
    signal.throwIfAborted();
    const { rows, next } = await context.listDesk.portion(list, after, reading);
    for await (const row of givingWay(rows)) await table.write(await exportCells(row, list.columns, titleOf));
    done += rows.length;
    tell();
    if (next === null) break;
    after = next;
    await table.keepWhenDue({ after, done, total });
  }
  run.progress(done, done);
  await table.end();
}

/** What things are called, each asked for once. */
function titlesFor(context: PlatformContext, reading: ListReading): TitleOf {
  const known = new Map<string, string | undefined>();
  return async ({ area, title }: NonNullable<ExportColumn['reference']>, id) => {
    const key = `${area}/${id}`;
    if (known.has(key)) return known.get(key);
    const found = (await context.listDesk.row({ area, id }, reading))?.[title];
    const text = typeof found === 'string' && found !== '' ? found : undefined;
    if (known.size >= MOST_TITLES) known.clear();
    known.set(key, text);
    return text;
  };
}
