import { errors } from '@waypost/contract';
import { exportFormat, type PluginContext } from '@waypost/sdk';
import { exportPools, zPoolExportInput } from '../../pools/export-pools.ts';
import { poolItemResource } from '../../pools/item-resource.ts';
import { bindPoolItems, moveItem } from '../../pools/item-service.ts';
import { poolScope, seesEveryPool } from '../../pools/stored.ts';
import { watchPools } from '../../pools/watch-pools.ts';
import { exportPoolsCall, moveItemCall } from './calls.ts';
import { poolResource } from './resource.ts';
import { bindPools } from './service.ts';

const EXPORT_KIND = 'pool_export';

/** Mounts the pools of live codes with their items; docs/http.md, "Live-code pools". */
export async function mountPools(context: PluginContext): Promise<void> {
  context.resource(poolResource, bindPools(context));
  context.resource(poolItemResource, bindPoolItems(context));
  context.call(moveItemCall, async (body, request) => ({ position: await moveItem(context, body, request) }));
  context.operations.define(EXPORT_KIND, {
    input: zPoolExportInput,
    run: (run) => exportPools(context, run),
  });
  context.call(exportPoolsCall, async ({ format, id, own, owner: wanted }, request) => {
    if (format !== undefined) await exportFormat(context, format);
    if (id !== undefined && !(await context.model(poolResource).exists({ ...poolScope(request), _id: id })))
      throw errors.notFound.create();
    // Whose an export is of is settled when it is asked for.
    const owner = seesEveryPool(request) && own !== true ? wanted : request.caller.id;
    const input = {
      ...(id === undefined ? {} : { id }),
      ...(owner === undefined ? {} : { owner }),
      ...(format === undefined ? {} : { format }),
    };
    const name = request.translate('menu.internal_code_grouping');
    return context.operations.start(EXPORT_KIND, { name, input }, request);
  });
  context.menu(
    {
      route: 'internal_code_grouping',
      parent: 'codes',
      sort: 73,
      icon: 'mind-mapping',
      roles: ['administrator', 'agent', 'customer'],
    },
    'qr.pool:read',
    [
      ...(['create', 'update', 'delete', 'export', 'read_all'] as const).map((verb) => `qr.pool:${verb}`),
      ...(['read', 'create', 'update', 'delete', 'renew', 'read_all'] as const).map(
        (verb) => `qr.pool_item:${verb}`,
      ),
    ],
  );
  await watchPools(context);
}
