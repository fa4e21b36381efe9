import type { PluginContext, Session } from '@waypost/sdk';
import type { ProviderPool } from '../chain/providers/provider-pool.ts';
import type { SolidTransaction } from '../chain/reading/information.ts';
import type { ChainReading } from '../chain/watching/find-solid.ts';
import type { Signer, SigningRequest } from '../signing/signer.ts';
import type { StoredSending } from './stored.ts';
import type { Purpose } from './values.ts';

type Part<T> = T extends unknown ? Omit<T, 'raw_data_hex' | 'from'> : never;
/** What the signer is told beside the bytes and the key. */
export type SigningReason = Part<SigningRequest>;

/** What a transaction of one purpose belongs to. */
export interface SendingHook {
  /** What the signer has to know before it signs; where it is not known what it has signed before, one after the other. */
  reasons(row: StoredSending): Promise<readonly SigningReason[]>;
  /** Whether it is not to be signed now; absent: nothing keeps it. Bytes that wait to their end are never sent. */
  isHeld?(row: StoredSending): Promise<boolean>;
  /** Writes what a step means for what it belongs to, in the step's transaction. `solid`: what the chain says at the end. */
  changed(after: StoredSending, session: Session, solid?: SolidTransaction): Promise<void>;
}

/** All that sending rests on. */
export interface Sender {
  context: PluginContext;
  pool: ProviderPool;
  signer: Signer;
  hooks: Readonly<Record<Purpose, SendingHook>>;
}

/** The same while the chain is asked. */
export interface Sending extends Sender {
  chain: ChainReading;
}
