import { paging } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import { listBin } from '../../codes/bin/list-bin.ts';
import { keepBin, purgeCodes } from '../../codes/bin/purge-codes.ts';
import { restoreCodes } from '../../codes/bin/restore-codes.ts';
import type { ReadSettings } from '../../settings.ts';
import { binCall, purgeCodesCall, restoreCodesCall } from './calls.ts';

const ROLES = ['administrator', 'agent', 'customer'] as const;

/** Mounts the bin of codes, its two screens and the job that empties it. */
export async function mountBin(context: PluginContext, readSettings: ReadSettings): Promise<void> {
  context.call(binCall, (query, request) =>
    listBin(context, readSettings, { ...query, ...paging(query) }, request),
  );
  context.call(restoreCodesCall, async ({ ids }, request) => ({
    restored: await restoreCodes(context, ids, request),
  }));
  context.call(purgeCodesCall, async ({ ids }, request) => ({
    purged: await purgeCodes(context, ids, request),
  }));
  const place = { parent: 'codes', icon: 'delete', roles: ROLES } as const;
  context.menu({ ...place, route: 'qr_code_remove', sort: 20 }, 'qr.code:read', ['qr.code:delete']);
  context.menu({ ...place, route: 'recover', sort: 19, isHidden: true }, 'qr.code:read', ['qr.code:delete']);
  await keepBin(context, readSettings);
}
