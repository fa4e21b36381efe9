import type { PluginContext } from '@waypost/sdk';
import { importLinks, zLinkImport } from '../../codes/import/import-links.ts';
import { requireUpload, takePart, uploadParts, uploads } from '../../codes/import/uploads.ts';
import { importLinksCall, uploadLinksCall } from './calls.ts';

const IMPORT_KIND = 'link_import';

/** Mounts the list of short links, which are codes without a picture, and their making by the file. */
export function mountShortLinks(context: PluginContext): void {
  uploads(context);
  uploadParts(context);
  context.operations.define(IMPORT_KIND, { input: zLinkImport, run: (run) => importLinks(context, run) });
  context.call(uploadLinksCall, ({ upload, data }, { caller }) =>
    takePart(context, { upload, data: Buffer.from(data, 'base64'), owner: caller.id }),
  );
  context.call(importLinksCall, async ({ upload }, request) => {
    await requireUpload(context, upload, request.caller.id);
    const name = request.translate('qr.short_link.import.title');
    const started = await context.operations.start(IMPORT_KIND, { name, input: { upload } }, request);
    await context.audit({
      type: 'qr.short_link.import',
      target: upload,
      after: { operation: started.id },
      request,
    });
    return started;
  });
  context.menu(
    {
      route: 'short_qr_code_list',
      parent: 'codes',
      sort: 75,
      icon: 'link',
      roles: ['administrator', 'agent', 'customer'],
    },
    'qr.code:read',
    ['qr.short_link:import'],
  );
}
