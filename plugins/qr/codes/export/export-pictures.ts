import { CSV_START, csvRow, type OperationRun, type PluginContext, todayOf } from '@waypost/sdk';
import { z } from 'zod';
import { BATCH_MAX_SIZE } from '../../screens/print_batch/resource.ts';
import type { Studio } from '../design/studio.ts';
import { qrErrors } from '../errors.ts';
import { placeOf, type StoredCode } from '../link.ts';
import { qrUrlOf } from '../present.ts';
import { countLinks, readLinks, zChosenLinks } from './chosen-links.ts';
import { factsOf } from './export-links.ts';
import { PICTURE_KINDS } from './values.ts';
import { createZip } from './zip.ts';

export const zPictureExportInput = zChosenLinks.extend({
  picture: z.enum(PICTURE_KINDS),
  /** Of the archive, in its beginning; left out: that it holds pictures of links. */
  title: z.string().optional(),
});

/** Most pictures of one archive: some minutes of drawing. A print batch is one whole. */
export const MOST_PICTURES = 5_000;
const MOST_OF_A_BATCH = BATCH_MAX_SIZE;
/** Pixels of a PNG's side: 8 cm at 300 dpi. */
const SIDE = 1_024;
const LIST_COLUMNS = ['file', 'short_code', 'name', 'short_url', 'url'] as const;

/**
 * Packs the QR pictures of short links into a ZIP, with a table that says which picture is whose. Pictures are numbered: two
 * codes that differ in capitals only would be one file on many machines.
 * Errors: `qr.export_too_many`, `qr.export_empty` 422; `qr.picture_busy` 503.
 */
export async function exportPictures(
  context: PluginContext,
  studio: Studio,
  run: OperationRun<z.infer<typeof zPictureExportInput>>,
): Promise<void> {
  const { input, signal, translate } = run;
  const { picture, title, ...wanted } = input;
  const count = await countLinks(context, wanted);
  if (count === 0) throw qrErrors.exportEmpty.create();
  const most = wanted.batch === undefined ? MOST_PICTURES : MOST_OF_A_BATCH;
  if (count > most) throw qrErrors.exportTooMany.create({ pictures: most });
  run.progress(0, count);
  const time = context.clock.date();
  const name = `${title ?? translate('qr.short_link.pictures.file')} ${todayOf(context)}.zip`;
  const zip = createZip(await run.createFile({ name, type: 'application/zip' }), time);
  const lines = [CSV_START, csvRow(LIST_COLUMNS)];
  let done = 0;
  for await (const codes of readLinks(context, wanted))
    for (const code of codes) {
      signal.throwIfAborted();
      // Made since they were counted: the next export has them.
      if (done === most) break;
      done += 1;
      const number = wanted.batch === undefined ? done : code.batch_number;
      const row = {
        ...factsOf(context, code),
        file: `${numbered(number, most)} ${code.short_code}.${picture}`,
      };
      await zip.add(row.file, await drawn(context, studio, { code, picture }));
      lines.push(csvRow(LIST_COLUMNS.map((column) => row[column])));
      run.progress(done, Math.max(count, done));
    }
  await zip.add('links.csv', Buffer.from(lines.join('')));
  await zip.end();
}

/** With zeros, so that files sort by it. */
const numbered = (number: number, most: number): string => String(number).padStart(String(most).length, '0');

async function drawn(
  context: PluginContext,
  studio: Studio,
  { code, picture }: { code: StoredCode; picture: (typeof PICTURE_KINDS)[number] },
): Promise<Uint8Array> {
  const address = qrUrlOf(context, placeOf(code));
  const { data } = await studio.draw(address, { format: picture, size: SIDE }, code.design ?? null);
  return Buffer.from(data, picture === 'png' ? 'base64' : 'utf8');
}
