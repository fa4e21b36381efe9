import { createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { HDKey } from '@scure/bip32';
import { entropyToMnemonic, mnemonicToEntropy, mnemonicToSeedSync, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english';
import { addressOf } from '../../chain/addresses/tron-address.ts';
import { readXpub } from '../../chain/addresses/xpub.ts';
import type { KeyKind } from '../signer.ts';

/** Purpose, coin, account of Tron (SLIP-44). */
const ACCOUNT = "m/44'/195'/0'";
/** Bytes of chance behind 24 words. */
export const SEED_ENTROPY = 32;

/** What is public of a key. */
export interface PublicFacts {
  kind: KeyKind;
  address: string;
  address_hex: string;
  /** Compressed, hex. */
  public_key: string;
  xpub: string;
}

/** A secret as it is kept: the chance behind its words, or the private key itself. */
export type Secret = { kind: 'seed' | 'private_key'; bytes: Uint8Array };

/** Reads words (12 to 24, English) or a private key in hex. Undefined: it is neither. */
export function readSecret(text: string): Secret | undefined {
  const trimmed = text.trim();
  const hex = trimmed.replace(/^0x/i, '');
  if (/^[0-9a-fA-F]{64}$/.test(hex)) {
    const bytes = Uint8Array.from(Buffer.from(hex, 'hex'));
    return secp256k1.utils.isValidSecretKey(bytes) ? { kind: 'private_key', bytes } : undefined;
  }
  const words = trimmed.toLowerCase().split(/\s+/).join(' ');
  return validateMnemonic(words, wordlist)
    ? { kind: 'seed', bytes: mnemonicToEntropy(words, wordlist) }
    : undefined;
}

/** What is public of a secret. */
export function factsOf(secret: Secret): PublicFacts {
  if (secret.kind === 'private_key') return { kind: 'private_key', ...addressFacts(secret.bytes), xpub: '' };
  const account = accountOf(secret.bytes);
  const key = account.deriveChild(0).deriveChild(0);
  const facts = { kind: 'seed' as const, ...addressFacts(privateOf(key)), xpub: account.publicExtendedKey };
  account.wipePrivateData();
  key.wipePrivateData();
  return facts;
}

/** What is public of an extended public key. Undefined: it is none of an account, or a private one. */
export function factsOfXpub(text: string): PublicFacts | undefined {
  const account = readXpub(text);
  if ('fault' in account) return undefined;
  const { publicKey } = HDKey.fromExtendedKey(account.xpub).deriveChild(0).deriveChild(0);
  if (publicKey === null) return undefined;
  return { kind: 'xpub', ...pointFacts(publicKey), xpub: account.xpub };
}

/** Signs the raw data of a transaction. @returns its id and r, s and the recovery id, hex */
export function signRaw(
  secret: Secret,
  index: number | undefined,
  raw: Uint8Array,
): { txid: string; signature: string } {
  const id = createHash('sha256').update(raw).digest();
  const key = privateKey(secret, index);
  const [recovery = 0, ...rs] = secp256k1.sign(id, key, { prehash: false, format: 'recovered' });
  key.fill(0);
  return {
    txid: id.toString('hex'),
    // Tron's nodes take 0 and 1 as 27 and 28, as wallets write them.
    signature: `${bytesToHex(Uint8Array.from(rs))}${bytesToHex(Uint8Array.of(recovery + 27))}`,
  };
}

/** The address that signs: of words m/44'/195'/0'/0/index. */
export function addressAt(facts: Pick<PublicFacts, 'address' | 'xpub'>, index: number | undefined): string {
  if (index === undefined || facts.xpub === '') return facts.address;
  const account = readXpub(facts.xpub);
  if ('fault' in account) throw new TypeError('no extended public key');
  return account.address(index);
}

function privateKey({ kind, bytes }: Secret, index = 0): Uint8Array {
  if (kind === 'private_key') return Uint8Array.from(bytes);
  const account = accountOf(bytes);
  const key = account.deriveChild(0).deriveChild(index);
  const found = Uint8Array.from(privateOf(key));
  account.wipePrivateData();
  key.wipePrivateData();
  return found;
}

function accountOf(entropy: Uint8Array): HDKey {
  const seed = mnemonicToSeedSync(entropyToMnemonic(entropy, wordlist));
  const account = HDKey.fromMasterSeed(seed).derive(ACCOUNT);
  seed.fill(0);
  return account;
}

function privateOf(key: HDKey): Uint8Array {
  if (key.privateKey === null) throw new RangeError('no key has this index');
  return key.privateKey;
}

const addressFacts = (key: Uint8Array) => pointFacts(secp256k1.getPublicKey(key, true));

function pointFacts(compressed: Uint8Array) {
  const point = secp256k1.Point.fromBytes(compressed).toBytes(false);
  const account = keccak_256(point.subarray(1)).subarray(12);
  return {
    address: addressOf(account),
    address_hex: `41${bytesToHex(account)}`,
    public_key: bytesToHex(compressed),
  };
}
