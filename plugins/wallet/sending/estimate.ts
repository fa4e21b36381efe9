import type { AccountFacts, Costs } from './chain-calls.ts';
import { MARGIN_PERCENT } from './values.ts';

/** Bytes of a transaction beside its raw data: its signature, and what a node keeps free for the result. */
const AROUND_BYTES = 134;
/** Bytes of the raw data of a transfer of the token, and of one of TRX, as tronweb builds them; at most. */
export const TOKEN_BYTES = 214 + AROUND_BYTES;
export const TRX_BYTES = 138 + AROUND_BYTES;

/** What a transfer burns, in sun. */
export interface Estimate {
  fee: number;
  /** Most that its call may burn for energy; of TRX 0. */
  feeLimit: number;
}

/** A transfer of the token: energy at the chain's own price where none is staked, and bandwidth where none is free. */
export function estimateToken(
  { energyFee, bandwidthFee }: Costs,
  energy: number,
  sender: Pick<AccountFacts, 'bandwidth' | 'energy'>,
): Estimate {
  const burned = Math.max(0, energy - sender.energy);
  const bytes = sender.bandwidth >= TOKEN_BYTES ? 0 : TOKEN_BYTES;
  return {
    fee: burned * energyFee + bytes * bandwidthFee,
    // What is staked may be used up by then: the limit holds without it.
    feeLimit: Math.ceil((energy * energyFee * (100 + MARGIN_PERCENT)) / 100),
  };
}

/** A transfer of TRX: to an account that is not there yet it costs that the account is made. */
export function estimateTrx(
  { accountFee, bandwidthFee }: Costs,
  sender: Pick<AccountFacts, 'bandwidth'>,
  receiver: Pick<AccountFacts, 'isActive'>,
): Estimate {
  if (!receiver.isActive) return { fee: accountFee, feeLimit: 0 };
  return { fee: sender.bandwidth >= TRX_BYTES ? 0 : TRX_BYTES * bandwidthFee, feeLimit: 0 };
}
