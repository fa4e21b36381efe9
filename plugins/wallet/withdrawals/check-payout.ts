import type { ChainTransfer, SolidTransaction } from '../chain/reading/information.ts';
import { CLOCKS_APART_MS } from '../chain/values.ts';
import type { StoredWithdrawal } from './stored.ts';
import type { PayoutFault } from './values.ts';

type Asked = Pick<StoredWithdrawal, 'address' | 'contract' | 'payout' | 'create_time'>;

/** What is known of the places of a transaction's logs. */
export interface Places {
  /** It has paid another withdrawal, or was entered for one. */
  isUsed(index: number): boolean;
  /** It came to somebody as a deposit. */
  isDeposit(index: number): boolean;
}

/**
 * Which transfer of a transaction pays a withdrawal: exactly the amount, to exactly the address, in exactly the token, made after
 * it was asked for, and not used by another one; or what is wrong with it. Of several things that are wrong the one is said that
 * comes first for whoever looks for the mistake.
 */
export function findPayout(
  { isFailed, transfers, time }: SolidTransaction,
  { address, contract, payout, create_time }: Asked,
  { isUsed, isDeposit }: Places,
): { transfer: ChainTransfer } | { fault: PayoutFault } {
  if (isFailed) return { fault: 'failed' };
  const ofToken = transfers.filter((transfer) => transfer.contract === contract);
  if (ofToken.length === 0) return { fault: 'contract' };
  const toAddress = ofToken.filter(({ to }) => to === address);
  if (toAddress.length === 0) return { fault: 'receiver' };
  const exact = toAddress.filter(({ value }) => value === BigInt(payout));
  if (exact.length === 0) return { fault: 'amount' };
  if (time < create_time.getTime() - CLOCKS_APART_MS) return { fault: 'early' };
  const noDeposit = exact.filter(({ index }) => !isDeposit(index));
  if (noDeposit.length === 0) return { fault: 'deposit' };
  const transfer = noDeposit.find(({ index }) => !isUsed(index));
  return transfer === undefined ? { fault: 'used' } : { transfer };
}
