import type { CollectionDeclaration, PluginContext } from '@waypost/sdk';

/** How far the addresses of an extended key have been given out. */
export interface AddressCounter {
  /** Fingerprint of the key. */
  _id: string;
  /** Of the address that is given next. */
  next: number;
  /** The restore behind which it was brought last; absent: none. */
  restored?: string;
  /** Where it went on behind it. */
  first?: number;
  /** To derive what is watched of those that were lost, from `lost_from` on and before `lost_until`. */
  xpub?: string;
  lost_from?: number;
  lost_until?: number;
}

/** Of the first address of a key that is given out. */
export const FIRST_INDEX = 1;

const COUNTERS: CollectionDeclaration<AddressCounter> = {
  name: 'deposit_counter',
  onUninstall: 'keep',
  fields: {
    _id: String,
    next: Number,
    restored: String,
    first: Number,
    xpub: String,
    lost_from: Number,
    lost_until: Number,
  },
};

export const counters = (context: PluginContext) => context.collection(COUNTERS);
