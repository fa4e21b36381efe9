import type { PluginContext } from '@waypost/sdk';
import { listProviders } from '../../codes/addresses/list-providers.ts';
import { regenerateAddress } from '../../codes/addresses/regenerate.ts';
import { addressProvidersCall, regenerateCall } from './calls.ts';

/** Mounts the list of short codes, hidden ones among them, with who makes their addresses. */
export function mountShortCodes(context: PluginContext): void {
  context.call(addressProvidersCall, async () => ({ providers: await listProviders(context) }));
  context.call(regenerateCall, (body, request) => regenerateAddress(context, body, request));
  context.menu(
    {
      route: 'short_code',
      parent: 'links',
      sort: 72,
      icon: 'branch',
      roles: ['administrator', 'agent', 'customer'],
    },
    'qr.code:read',
    ['qr.short_code:regenerate'],
  );
}
