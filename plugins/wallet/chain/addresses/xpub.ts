import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { HDKey } from '@scure/bip32';
import { addressOf } from './tron-address.ts';

/** What is wrong with an entered extended key; sentences: `wallet.xpub.<fault>`. */
export const XPUB_FAULTS = ['private', 'checksum', 'depth'] as const;
export type XpubFault = (typeof XPUB_FAULTS)[number];

/** Purpose, coin, account: m/44'/195'/0'. */
const ACCOUNT_DEPTH = 3;
/** Largest index that is not hardened. */
export const LAST_INDEX = 2 ** 31 - 1;

/** The public half of an account, from which addresses come and nothing can be spent. */
export interface DepositAccount {
  xpub: string;
  /** Tells accounts apart: 8 hexadecimal digits. */
  fingerprint: string;
  /** The address of m/44'/195'/0'/0/index. @throws RangeError for an index that is none */
  address(index: number): string;
}

/** Reads the extended public key of an account, as hardware wallets export it. A private one is never taken. */
export function readXpub(text: string): DepositAccount | { fault: XpubFault } {
  const xpub = text.trim();
  if (/^[xyzt]prv/.test(xpub)) return { fault: 'private' };
  let key: HDKey;
  try {
    key = HDKey.fromExtendedKey(xpub);
  } catch {
    return { fault: 'checksum' };
  }
  if (key.privateKey !== null) return { fault: 'private' };
  if (key.depth !== ACCOUNT_DEPTH) return { fault: 'depth' };
  // Derived once: of each address one step is left.
  const external = key.deriveChild(0);
  return {
    xpub,
    fingerprint: key.fingerprint.toString(16).padStart(8, '0'),
    address(index) {
      if (!Number.isInteger(index) || index < 0 || index > LAST_INDEX) throw new RangeError('no index');
      const { publicKey } = external.deriveChild(index);
      if (publicKey === null) throw new RangeError('no address has this index');
      const point = secp256k1.Point.fromBytes(publicKey).toBytes(false);
      return addressOf(keccak_256(point.subarray(1)).subarray(12));
    },
  };
}

/** The account of a key that was looked at when it was set. */
export function accountOf(xpub: string): DepositAccount {
  const account = readXpub(xpub);
  if ('fault' in account) throw new Error(`the extended key is refused: ${account.fault}`);
  return account;
}
