import type { PluginContext } from '@waypost/sdk';
import { chainErrors } from '../errors.ts';
import { readProviders } from '../providers/providers.ts';
import { heldUntil } from '../shared/held-until.ts';
import { type PayConfig, readPayConfig } from './pay-config.ts';
import type { Missing } from './values.ts';

/** What is set for paying over the chain, and what is missing before anybody can. */
export interface Paying {
  config: PayConfig;
  missing: Missing[];
  /** After a restore; undefined: it is not held. */
  heldUntil: Date | undefined;
}

/** What is missing. */
function missingFor(config: PayConfig, providers: number): Missing[] {
  return [
    ...(config.address_mode === 1 && config.xpub === '' ? (['xpub'] as const) : []),
    ...(config.address_mode === 2 && config.shared_address === '' ? (['shared_address'] as const) : []),
    ...(providers === 0 ? (['provider'] as const) : []),
    ...(config.contract_symbol === '' ? (['contract'] as const) : []),
  ];
}

/** How paying over the chain stands. */
export async function readPaying(context: PluginContext): Promise<Paying> {
  const [config, providers] = await Promise.all([readPayConfig(context), readProviders(context)]);
  const missing = missingFor(config, providers.length);
  const { address_mode, network, shared_address: address } = config;
  const until =
    address_mode === 2 && address !== '' ? await heldUntil(context, { network, address }) : undefined;
  return {
    config,
    heldUntil: until,
    missing: until === undefined ? missing : [...missing, 'restored'],
  };
}

/** By what people can pay over the chain now; undefined: they cannot. */
export async function findOpenConfig(context: PluginContext): Promise<PayConfig | undefined> {
  const { config, missing } = await readPaying(context);
  return missing.length === 0 ? config : undefined;
}

/**
 * By what people can pay over the chain now.
 * Errors: `wallet.pay_held` 409 for some time after a restore; `wallet.pay_closed` 409
 */
export async function requireOpenConfig(context: PluginContext): Promise<PayConfig> {
  const { config, missing } = await readPaying(context);
  if (missing.length === 0) return config;
  throw missing.every((what) => what === 'restored')
    ? chainErrors.payHeld.create()
    : chainErrors.payClosed.create();
}
