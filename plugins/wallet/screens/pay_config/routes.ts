import { PAY_CONFIG_POINT, type PluginContext } from '@waypost/sdk';
import { payConfigs } from '../../chain/config/pay-config.ts';
import type { ProviderPool } from '../../chain/providers/provider-pool.ts';
import { confirmLimits, payConfigDetails, payConfigUpdate, providerTest } from './calls.ts';
import { confirmRaises } from './confirm-raises.ts';
import { providerResource } from './resource.ts';
import { bindProviders, changeConfig, describe, payFacts, testProvider } from './service.ts';

/** Mounts what is set for paying over the chain; what everybody may know of it is contributed to the platform's own call. */
export function mountPayConfig(context: PluginContext, pool: ProviderPool): void {
  payConfigs(context);
  context.resource(providerResource, bindProviders(context, pool));
  context.call(payConfigDetails, (_, { caller }) => describe(context, caller.id));
  context.call(payConfigUpdate, (body, request) => changeConfig(context, pool, body, request));
  context.call(confirmLimits, (body, request) => confirmRaises(context, body, request));
  context.call(providerTest, (body) => testProvider(context, body));
  context.points.contribute(PAY_CONFIG_POINT, '^1', 'wallet.pay_config', payFacts(context));
  context.menu(
    { route: 'pay_config', parent: 'payments', sort: 20, icon: 'scan', roles: ['administrator'] },
    'wallet.pay_config:read',
    [
      'wallet.pay_config:update',
      ...['read', 'create', 'update', 'delete', 'test'].map((verb) => `wallet.provider:${verb}`),
    ],
  );
}
