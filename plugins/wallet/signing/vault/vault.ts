import { hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { x25519 } from '@noble/curves/ed25519.js';
import { base64urlnopad } from '@scure/base';
import type { KeyFacts } from '../signer.ts';
import { type Chain, ChainBroken, openChain } from './chain.ts';
import type { Deed } from './deeds.ts';
import type { Secret } from './derive.ts';
import { open, seal } from './envelope.ts';
import {
  belongsTo,
  CHAIN,
  hashOf,
  type KeptKey,
  type KeysFile,
  type ReadKeys,
  readHolding,
  readKeys,
  readNext,
  rotate,
  SEAL,
  takeNext,
  writeNext,
} from './keys-file.ts';
import type { MasterKey } from './master-key.ts';
import { emptyState, takeLine, type VaultState } from './state.ts';

/** Lies in the folder after a restore, until it was written down. */
const RESTORED_MARK = 'restored';

/** Why it signs nothing: another master key, a chain that was changed, or files that are not what was written. */
export type LockReason = 'master_key' | 'chain' | 'store';

export interface OpenVault {
  state: VaultState;
  /** Hash of the newest line. */
  head(): string;
  /** Milliseconds; a clock that is put back does not bring a limit of a day back. */
  now(): number;
  keys(): readonly KeyFacts[];
  /** Public key that secrets are sealed to, base64url. */
  sealTo: string;
  /** Its private half. */
  sealKey: Uint8Array;
  /** By which the command line proves that it has the master key. */
  commandKey: Uint8Array;
  /** Writes what is done down; it is on the disk when this returns. */
  did(deed: Deed): void;
  addKey(key: Omit<KeptKey, 'secret'>, secret: Secret | undefined): void;
  /** The secret of a key, for as long as `use` runs. @throws Error when it cannot be opened */
  withSecret<T>(id: string, use: (secret: Secret) => T): T | undefined;
  rotate(to: MasterKey): void;
}

export type Vault = OpenVault | { locked: LockReason; detail: string };

/**
 * Opens what the signer keeps, or makes it where there is nothing yet. One process at a time: whoever calls holds the folder's
 * lock.
 */
export function openVault(directory: string, master: MasterKey, now: () => number = Date.now): Vault {
  const locked = (reason: LockReason, error: unknown): Vault => ({
    locked: reason,
    detail: error instanceof Error ? error.message : String(error),
  });
  let read: ReadKeys;
  try {
    const found = readKeys(directory);
    if (found === undefined && existsSync(join(directory, 'chain.jsonl')))
      return locked('store', 'keys.json is missing');
    read = found ?? make(directory, master);
  } catch (error) {
    return locked('store', error);
  }
  let chainKey: Uint8Array;
  try {
    chainKey = open(master.bytes, read.file.chain, CHAIN);
  } catch (error) {
    // Between writing and taking what a rotation has locked anew.
    const next = nextOf(directory, master);
    if (next === undefined) return locked('master_key', error);
    chainKey = next;
  }
  const state = emptyState();
  let chain: Chain;
  try {
    chain = openChain({ directory, key: chainKey, now, take: (line) => takeLine(state, line) });
  } catch (error) {
    if (!(error instanceof ChainBroken)) throw error;
    return locked('chain', error);
  }
  try {
    if (state.keysHash === '') chain.append({ kind: 'begun', keys_hash: read.hash });
    const kept = readHolding(directory, state.keysHash);
    if (kept.master !== master.id) return locked('master_key', `it is locked with ${kept.master}`);
    const vault = openedVault({ directory, master, kept, state, chain, chainKey });
    // Written down before the mark is taken away: whoever ends between does both again.
    const mark = join(directory, RESTORED_MARK);
    if (existsSync(mark)) {
      vault.did({ kind: 'restored' });
      rmSync(mark);
    }
    return vault;
  } catch (error) {
    return locked('store', error);
  }
}

/** By which a command proves itself to a signer that runs. @throws Error when the master key is another one */
export function readCommandKey(directory: string, master: MasterKey): Uint8Array {
  const kept = readKeys(directory);
  if (kept === undefined) throw new Error('keys.json is missing');
  return commandKeyOf(open(master.bytes, kept.file.chain, CHAIN));
}

const commandKeyOf = (chainKey: Uint8Array) =>
  new Uint8Array(hkdfSync('sha256', chainKey, '', 'waypost signer: the command line', 32));

function nextOf(directory: string, master: MasterKey): Uint8Array | undefined {
  try {
    const next = readNext(directory);
    return next === undefined ? undefined : open(master.bytes, next.file.chain, CHAIN);
  } catch {
    return undefined;
  }
}

function make(directory: string, master: MasterKey): ReadKeys {
  const file: KeysFile = {
    version: 1,
    master: master.id,
    keys: [],
    chain: seal(master.bytes, randomBytes(32), CHAIN),
    seal: seal(master.bytes, x25519.utils.randomSecretKey(), SEAL),
  };
  writeNext(directory, file);
  takeNext(directory);
  return { file, hash: hashOf(file) };
}

function openedVault(given: {
  directory: string;
  master: MasterKey;
  kept: KeysFile;
  state: VaultState;
  chain: Chain;
  chainKey: Uint8Array;
}): OpenVault {
  const { directory, state, chain } = given;
  let { kept, master } = given;
  const sealKey = open(master.bytes, kept.seal, SEAL);
  /** Written beside, told to the chain, taken: a process that ends between ends up with the one that the chain says. */
  const change = (next: KeysFile, deed: Deed) => {
    writeNext(directory, next);
    chain.append(deed);
    takeNext(directory);
    kept = next;
  };
  return {
    state,
    head: chain.head,
    now: chain.now,
    sealKey,
    sealTo: base64urlnopad.encode(x25519.getPublicKey(sealKey)),
    commandKey: commandKeyOf(given.chainKey),
    keys: () =>
      kept.keys.map(({ secret: _secret, ...facts }) => ({
        ...facts,
        remove_time: state.removed.get(facts.id) ?? null,
      })),
    did: (deed) => void chain.append(deed),
    addKey(key, secret) {
      const sealed = secret === undefined ? null : seal(master.bytes, secret.bytes, belongsTo(key));
      const next = { ...kept, keys: [...kept.keys, { ...key, secret: sealed }] };
      change(next, { kind: 'key_added', id: key.id, address: key.address, keys_hash: hashOf(next) });
    },
    withSecret(id, use) {
      const key = kept.keys.find((one) => one.id === id);
      if (key === undefined || key.secret === null || key.kind === 'xpub') return undefined;
      const bytes = open(master.bytes, key.secret, belongsTo(key));
      try {
        return use({ kind: key.kind, bytes });
      } finally {
        bytes.fill(0);
      }
    },
    rotate(to) {
      const next = rotate(kept, master, to);
      change(next, { kind: 'rotated', from: master.id, to: to.id, keys_hash: hashOf(next) });
      master = to;
    },
  };
}
