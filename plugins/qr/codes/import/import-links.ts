import type { OperationRun, PluginContext } from '@waypost/sdk';
import { shortUrlOf } from '../link.ts';
import { looksLikeHead } from './head-columns.ts';
import { LINK_HEAD, linkRow } from './link-row.ts';
import { makeLinks } from './make-links.ts';
import { type LineImport, runLines } from './run-lines.ts';

/** Makes short links of the lines of a file. */
export function importLinks(context: PluginContext, run: OperationRun<LineImport>): Promise<void> {
  const { upload } = run.input;
  const clock = { now: context.clock.now(), timeZone: context.platform.timeZone };
  return runLines(context, run, {
    name: 'qr.short_link',
    reading: {
      ...LINK_HEAD,
      isForeignHead: looksLikeHead,
      rowOf: (record, columns) => linkRow(record, columns, clock),
    },
    done: 'made',
    columns: ['short_code', 'short_url', 'url', 'name'],
    portion: 500,
    settle: async (rows) =>
      (await makeLinks(context, rows, { owner: run.owner, upload })).map(({ row, short_code, fault }) => ({
        line: row.line,
        cells: {
          short_code,
          short_url:
            short_code === '' ? '' : shortUrlOf({ domain: '', short_code }, context.platform.publicUrl),
          url: row.url,
          name: row.name,
        },
        fault,
      })),
  });
}
