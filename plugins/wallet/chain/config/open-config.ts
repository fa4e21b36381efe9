import type { PluginContext } from '@waypost/sdk';
import { readProviders } from '../providers/providers.ts';
import { type PayConfig, readPayConfig } from './pay-config.ts';
import type { Missing } from './values.ts';

/** What is missing. */
export function missingFor(config: PayConfig, providers: number): Missing[] {
  return [
    ...(config.address_mode === 1 && config.xpub === '' ? (['xpub'] as const) : []),
    ...(config.address_mode === 2 && config.shared_address === '' ? (['shared_address'] as const) : []),
    ...(providers === 0 ? (['provider'] as const) : []),
    ...(config.contract_symbol === '' ? (['contract'] as const) : []),
  ];
}

/** By what people can pay over the chain now; undefined: they cannot. */
export async function findOpenConfig(context: PluginContext): Promise<PayConfig | undefined> {
  const [config, providers] = await Promise.all([readPayConfig(context), readProviders(context)]);
  return missingFor(config, providers.length).length === 0 ? config : undefined;
}
