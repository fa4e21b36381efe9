import { MEMBERSHIPS, MEMBERSHIPS_VERSIONS, type Memberships, type PluginContext } from '@waypost/sdk';
import type { InTurn } from './money/turns.ts';
import type { TransferPay } from './orders/stored.ts';
import type { ReadSettings } from './settings.ts';

/** What the parts of this plugin work with. */
export interface Wallet {
  context: PluginContext;
  readSettings: ReadSettings;
  /** Paying by a transfer; undefined: there is no such thing yet. */
  transfer?: TransferPay | undefined;
  /** Lets work on the same balances wait for each other; undefined: they meet in the store. */
  inTurn?: InTurn | undefined;
}

/** @throws TypeError where nobody offers memberships, which plugin.json's `needs` forbids */
export function requireMemberships(context: PluginContext): Memberships {
  const found = context.require<Memberships>(MEMBERSHIPS, MEMBERSHIPS_VERSIONS);
  if (found === undefined) throw new TypeError('nobody offers system.memberships');
  return found;
}
