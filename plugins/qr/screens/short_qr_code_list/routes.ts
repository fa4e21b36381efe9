import { exportFormat, type PluginContext, type SignedRequest } from '@waypost/sdk';
import type { z } from 'zod';
import { createStudio } from '../../codes/design/studio.ts';
import { requireChosen } from '../../codes/export/chosen-links.ts';
import { exportLinks, zLinkExportInput } from '../../codes/export/export-links.ts';
import { exportPictures, zPictureExportInput } from '../../codes/export/export-pictures.ts';
import { importLinks } from '../../codes/import/import-links.ts';
import { LINK_HEAD } from '../../codes/import/link-row.ts';
import { mountLines } from '../../codes/import/mount-lines.ts';
import { visitOwner } from '../../codes/scope.ts';
import { writeLabels, zLabelInput } from '../../print-labels/write-labels.ts';
import {
  exportLabelsCall,
  exportLinksCall,
  exportPicturesCall,
  importCalls,
  type zLinkChoice,
} from './calls.ts';

const IMPORT_KIND = 'link_import';
const EXPORT_KIND = 'link_export';
const PICTURES_KIND = 'link_pictures';
const LABELS_KIND = 'link_labels';

/** Mounts the list of short links, which are codes without a picture, and their making by the file. */
export function mountShortLinks(context: PluginContext): void {
  mountLines(context, {
    calls: importCalls,
    kind: IMPORT_KIND,
    title: 'qr.short_link.import.title',
    audited: 'qr.short_link.import',
    head: LINK_HEAD,
    labels: {
      url: 'qr.short_link.report.url',
      name: 'qr.code.name',
      short_code: 'qr.code.short_code',
      expires_at: 'qr.code.expires_at',
      remark: 'qr.code.remark',
    },
    run: (run) => importLinks(context, run),
  });
  mountExports(context);
  context.menu(
    {
      route: 'short_qr_code_list',
      parent: 'links',
      sort: 75,
      icon: 'link',
      roles: ['administrator', 'agent', 'customer'],
    },
    'qr.code:read',
    ['qr.short_link:import', 'qr.short_link:export'],
  );
}

function mountExports(context: PluginContext): void {
  const studio = createStudio();
  context.onDispose(studio.close);
  context.operations.define(EXPORT_KIND, {
    input: zLinkExportInput,
    run: (run) => exportLinks(context, run),
  });
  context.operations.define(PICTURES_KIND, {
    input: zPictureExportInput,
    run: (run) => exportPictures(context, studio, run),
  });
  context.operations.define(LABELS_KIND, { input: zLabelInput, run: (run) => writeLabels(context, run) });
  context.call(exportLinksCall, async ({ format, ...choice }, request) => {
    if (format !== undefined) await exportFormat(context, format);
    const links = linksOf(choice, request);
    await requireChosen(context, links);
    const name = request.translate(choice.ids ? 'qr.export.chosen' : 'menu.short_qr_code_list');
    const input = { ...links, title: name, ...(format === undefined ? {} : { format }) };
    return context.operations.start(EXPORT_KIND, { name, input }, request);
  });
  context.call(exportPicturesCall, async ({ picture = 'png', ...choice }, request) => {
    const links = linksOf(choice, request);
    await requireChosen(context, links);
    const title = request.translate(choice.ids ? 'qr.export.chosen' : 'qr.short_link.pictures.file');
    const input = { ...links, picture, title };
    return context.operations.start(PICTURES_KIND, { name: title, input }, request);
  });
  context.call(exportLabelsCall, async ({ labels, ...choice }, request) => {
    const links = linksOf(choice, request);
    await requireChosen(context, links);
    const title = request.translate('qr.label.file');
    return context.operations.start(
      LABELS_KIND,
      { name: title, input: { ...links, labels, title } },
      request,
    );
  });
}

/** Whose links an export is of is settled when it is asked for. */
function linksOf({ own, owner: wanted, ...choice }: z.infer<typeof zLinkChoice>, request: SignedRequest) {
  const owner = visitOwner({ own, owner: wanted }, request);
  return { ...choice, ...(owner === undefined ? {} : { owner }) };
}
