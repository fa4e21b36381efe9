import { exportFormat } from '@waypost/sdk';
import type { PlatformContext } from '@waypost/sdk/platform';
import { z } from 'zod';
import { exportAddresses } from '../../addresses/export-addresses.ts';
import { batchAddCall, ipBlackExportCall } from './calls.ts';
import { ipBlack } from './resource.ts';
import { addBlocks, bindIpBlack } from './service.ts';

const EXPORT_KIND = 'ip_black_export';

/** Mounts the list of refused addresses; who goes by it is every process of the runtime. */
export function mountIpBlack(context: PlatformContext): void {
  context.resource(ipBlack, bindIpBlack(context));
  context.call(batchAddCall, (body, request) => addBlocks(context, body, request));
  context.operations.define(EXPORT_KIND, {
    input: z.strictObject({ format: z.string().optional() }),
    run: (run) =>
      exportAddresses(context, run, {
        resource: ipBlack,
        title: 'menu.ip_black',
        columns: ['ip', 'reason', 'expires_at', 'author', 'create_time'],
      }),
  });
  context.call(ipBlackExportCall, async ({ format }, request) => {
    if (format !== undefined) await exportFormat(context, format);
    const input = format === undefined ? {} : { format };
    return context.operations.start(
      EXPORT_KIND,
      { name: request.translate('menu.ip_black'), input },
      request,
    );
  });
}
