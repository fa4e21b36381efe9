import { exportFormat, type PluginContext } from '@waypost/sdk';
import { CLAIM_HEAD } from '../../codes/claims/claim-row.ts';
import { importClaims } from '../../codes/claims/import-claims.ts';
import { createStudio, type Studio } from '../../codes/design/studio.ts';
import { exportPictures, zPictureExportInput } from '../../codes/export/export-pictures.ts';
import { mountLines } from '../../codes/import/mount-lines.ts';
import { exportBatch, zBatchExport } from '../../print-batches/export-batch.ts';
import { findBatch } from '../../print-batches/find-batch.ts';
import { makeCodes, stopMaking, zMaking } from '../../print-batches/make-codes.ts';
import { MAKE_KIND, makeRest, startBatch } from '../../print-batches/start-batch.ts';
import { writeLabels, zLabelInput } from '../../print-labels/write-labels.ts';
import type { ReadSettings } from '../../settings.ts';
import {
  claimCalls,
  exportBatchCall,
  exportBatchLabelsCall,
  exportBatchPicturesCall,
  makeBatchCall,
  makeRestCall,
} from './calls.ts';
import { printBatchResource } from './resource.ts';

const EXPORT_KIND = 'print_batch_export';
const PICTURES_KIND = 'print_batch_pictures';
const LABELS_KIND = 'print_batch_labels';
const CLAIM_KIND = 'claim_lines';

/** Mounts batches of codes that are printed before it is known where they lead; docs/http.md, "Print batches". */
export function mountPrintBatches(context: PluginContext, readSettings: ReadSettings): void {
  const studio = createStudio();
  context.onDispose(studio.close);
  context.resource(printBatchResource, {});
  context.operations.define(MAKE_KIND, {
    input: zMaking,
    run: (run) => makeCodes(context, studio, run),
    unfinished: (input) => stopMaking(context, input),
  });
  context.call(makeBatchCall, (body, request) => startBatch(context, { body, readSettings }, request));
  context.call(makeRestCall, ({ id }, request) => makeRest(context, { id, readSettings }, request));
  mountBatchExports(context, studio);
  mountLines(context, {
    calls: claimCalls,
    kind: CLAIM_KIND,
    title: 'qr.claim_lines.title',
    audited: 'qr.print_batch.claim',
    head: CLAIM_HEAD,
    labels: {
      code: 'qr.code.short_code',
      url: 'qr.short_link.report.url',
      name: 'qr.code.name',
      remark: 'qr.code.remark',
    },
    run: (run) => importClaims(context, run),
  });
  context.menu(
    {
      route: 'print_batch',
      parent: 'codes',
      sort: 74,
      icon: 'printer',
      roles: ['administrator', 'agent', 'customer'],
    },
    'qr.print_batch:read',
    (['create', 'update', 'export', 'claim', 'read_all'] as const).map((verb) => `qr.print_batch:${verb}`),
  );
}

function mountBatchExports(context: PluginContext, studio: Studio): void {
  context.operations.define(EXPORT_KIND, { input: zBatchExport, run: (run) => exportBatch(context, run) });
  context.operations.define(PICTURES_KIND, {
    input: zPictureExportInput,
    run: (run) => exportPictures(context, studio, run),
  });
  context.operations.define(LABELS_KIND, { input: zLabelInput, run: (run) => writeLabels(context, run) });
  context.call(exportBatchCall, async ({ id, format }, request) => {
    if (format !== undefined) await exportFormat(context, format);
    const { name, owner, has_claim_codes } = await findBatch(context, id, request);
    const input = { batch: id, name, owner: String(owner), ...(format === undefined ? {} : { format }) };
    const started = await context.operations.start(EXPORT_KIND, { name, input }, request);
    // Whoever has the table has what the codes are claimed with.
    if (has_claim_codes)
      await context.audit({ type: 'qr.print_batch.export', target: id, after: { name }, request });
    return started;
  });
  context.call(exportBatchPicturesCall, async ({ id, picture = 'png' }, request) => {
    // Codes of a batch that went to somebody else are theirs.
    const { name, owner } = await findBatch(context, id, request);
    const input = { batch: id, title: name, picture, owner: String(owner) };
    return context.operations.start(PICTURES_KIND, { name, input }, request);
  });
  context.call(exportBatchLabelsCall, async ({ id, labels }, request) => {
    const { name, owner } = await findBatch(context, id, request);
    const input = { batch: id, title: name, labels, owner: String(owner) };
    return context.operations.start(LABELS_KIND, { name, input }, request);
  });
}
