import { createTable, type OperationRun, type PluginContext, todayOf } from '@waypost/sdk';
import { z } from 'zod';
import { type StoredCode, shortUrlOf } from '../link.ts';
import { statusOf } from '../status/rules.ts';
import { countLinks, readLinks, zChosenLinks } from './chosen-links.ts';

export const zLinkExportInput = zChosenLinks.extend({
  format: z.string().optional(),
  /** Of the file, in its beginning; left out: that it holds short links. */
  title: z.string().optional(),
});

/** The first five are what an import reads again. */
export const LINK_EXPORT_COLUMNS = [
  ...(['url', 'name', 'short_code', 'expires_at', 'remark'] as const),
  ...(['short_url', 'address', 'status', 'view_number', 'ip_view_number', 'create_time'] as const),
];

/** Writes short links as a table, in the form that their import reads. */
export async function exportLinks(
  context: PluginContext,
  run: OperationRun<z.infer<typeof zLinkExportInput>>,
): Promise<void> {
  const { input, signal, translate } = run;
  const { format, title, ...wanted } = input;
  const count = await countLinks(context, wanted);
  run.progress(0, count);
  const table = await createTable(context, run, {
    name: `${title ?? translate('menu.short_qr_code_list')} ${todayOf(context)}`,
    columns: [...LINK_EXPORT_COLUMNS],
    format,
  });
  let done = 0;
  for await (const codes of readLinks(context, wanted)) {
    signal.throwIfAborted();
    const totals = await context.visits.totals(codes.map(({ _id }) => String(_id)));
    for (const code of codes) {
      const { view_number = 0, ip_view_number = 0 } = totals.get(String(code._id)) ?? {};
      const row = {
        ...factsOf(context, code),
        status: translate(`qr.code.status.${statusOf({ ...code, view_number }, context.clock.now())}`),
        view_number,
        ip_view_number,
      };
      await table.write(LINK_EXPORT_COLUMNS.map((column) => row[column]));
    }
    done += codes.length;
    // Others may have been made since they were counted.
    run.progress(done, Math.max(count, done));
  }
  await table.end();
}

/** What a link is, apart from what became of it. */
export function factsOf(context: PluginContext, code: StoredCode) {
  return {
    url: code.targets[0]?.url ?? '',
    name: code.name,
    short_code: code.short_code,
    expires_at: isoOf(code.expires_at),
    remark: code.remark ?? '',
    short_url: shortUrlOf(code, context.platform.publicUrl),
    address: code.address ?? '',
    create_time: isoOf(code.create_time),
  };
}

const isoOf = (time: unknown): string => (time instanceof Date ? time.toISOString() : '');
