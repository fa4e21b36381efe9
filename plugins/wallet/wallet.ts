import { MEMBERSHIPS, type Memberships, type PluginContext } from '@waypost/sdk';
import type { TransferPay } from './orders/stored.ts';
import type { ReadSettings } from './settings.ts';

/** What the parts of this plugin work with. */
export interface Wallet {
  context: PluginContext;
  readSettings: ReadSettings;
  /** Paying by a transfer; undefined: there is no such thing yet. */
  transfer?: TransferPay | undefined;
}

/** @throws TypeError where nobody offers memberships, which plugin.json's `needs` forbids */
export function requireMemberships(context: PluginContext): Memberships {
  const found = context.require<Memberships>(MEMBERSHIPS, '^1');
  if (found === undefined) throw new TypeError('nobody offers system.memberships');
  return found;
}
