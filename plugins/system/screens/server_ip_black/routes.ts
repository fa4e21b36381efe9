import { exportFormat } from '@waypost/sdk';
import type { PlatformContext } from '@waypost/sdk/platform';
import { z } from 'zod';
import { exportAddresses } from '../../addresses/export-addresses.ts';
import { addServersCall, serverExportCall } from './calls.ts';
import { serverAddress } from './resource.ts';
import { addServers, bindServerAddresses } from './service.ts';

const EXPORT_KIND = 'server_ip_black_export';

/** Mounts the list of servers and crawlers; who goes by it is every process that answers visits. */
export function mountServerAddresses(context: PlatformContext): void {
  context.resource(serverAddress, bindServerAddresses(context));
  context.call(addServersCall, (body, request) => addServers(context, body, request));
  context.operations.define(EXPORT_KIND, {
    input: z.strictObject({ format: z.string().optional() }),
    run: (run) =>
      exportAddresses(context, run, {
        resource: serverAddress,
        title: 'menu.server_ip_black',
        columns: ['ip', 'remark', 'treatment', 'author', 'create_time'],
      }),
  });
  context.call(serverExportCall, async ({ format }, request) => {
    if (format !== undefined) await exportFormat(context, format);
    const input = format === undefined ? {} : { format };
    return context.operations.start(
      EXPORT_KIND,
      { name: request.translate('menu.server_ip_black'), input },
      request,
    );
  });
}
