import { type PluginContext, URL_KEY_PLATFORM_POINT } from '@waypost/sdk';
import { providerDays } from '../../codes/providers/quota.ts';
import { providerListCall, providerTestCall } from './calls.ts';
import { urlKeyPlatform } from './resource.ts';
import { bindProviders, keepNoProvider, providerNames, testProvider } from './service.ts';

/** Mounts those who make short addresses; what everybody may know of them is contributed to the platform's own call. */
export async function mountProviders(context: PluginContext): Promise<void> {
  providerDays(context);
  context.resource(urlKeyPlatform, bindProviders(context));
  context.call(providerListCall, (query, request) => context.list(urlKeyPlatform, query, request));
  context.call(providerTestCall, (body, request) => testProvider(context, body, request));
  context.points.contribute(URL_KEY_PLATFORM_POINT, '^1', 'qr.providers', providerNames(context));
  await keepNoProvider(context);
}
