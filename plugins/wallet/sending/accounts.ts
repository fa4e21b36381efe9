import { readXpub } from '../chain/addresses/xpub.ts';
import type { PayConfig } from '../chain/config/pay-config.ts';
import type { KeyFacts, Signer, SigningKey, SigningLimits } from '../signing/signer.ts';

/** An account that transactions are sent from, and the key that signs them. */
export interface SendingAccount {
  address: string;
  key: SigningKey;
}

/** What the signer can send from, while it is open. */
export interface SendingKeys {
  limits: SigningLimits;
  /** When the signer came out of a backup, milliseconds; undefined: never. */
  restoredAt: number | undefined;
  /** Nobody has said yet what was paid after that backup: no payout is signed. */
  isHeld: boolean;
  /** The account that pays withdrawals, and the one that pays for collecting; undefined: the signer has no key of it. */
  payouts: SendingAccount | undefined;
  fees: SendingAccount | undefined;
  /** The key of deposit addresses of an extended key; undefined: nothing can be sent from them. */
  depositKey(fingerprint: string): string | undefined;
}

/** Reads what can be signed now. @returns undefined: nothing, the signer is away or locked, or signs for another network */
export async function readKeys(
  signer: Pick<Signer, 'status'>,
  { network, payout_account, fee_account }: PayConfig,
): Promise<SendingKeys | undefined> {
  const status = await signer.status();
  if (status.state !== 'open' || status.limits.network !== network) return undefined;
  const keys = status.keys.filter(({ kind, remove_time }) => kind !== 'xpub' && remove_time === null);
  const account = (address: string): SendingAccount | undefined => {
    const found = keys.find((key) => key.address === address);
    return found === undefined ? undefined : { address, key: { key: found.id } };
  };
  return {
    limits: status.limits,
    restoredAt: status.restored_time === null ? undefined : Date.parse(status.restored_time),
    isHeld: status.is_held,
    payouts: account(payout_account),
    fees: account(fee_account === '' ? payout_account : fee_account),
    depositKey: (fingerprint) => keys.find((key) => fingerprintOf(key) === fingerprint)?.id,
  };
}

function fingerprintOf({ xpub }: KeyFacts): string | undefined {
  if (xpub === '') return undefined;
  const read = readXpub(xpub);
  return 'fault' in read ? undefined : read.fingerprint;
}
