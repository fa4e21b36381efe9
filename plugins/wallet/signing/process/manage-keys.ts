import { randomBytes } from 'node:crypto';
import { canonicalEndorsement } from '../approval.ts';
import { fingerprintOf, isApproverKey, isSignedBy } from '../approver-key.ts';
import { openSecret } from '../sealed-secret.ts';
import type { KeyFacts, OfferedApprover, SealedSecret, TrustedApprover } from '../signer.ts';
import { Refused } from '../vault/check-request.ts';
import {
  factsOf,
  factsOfXpub,
  type PublicFacts,
  readSecret,
  SEED_ENTROPY,
  type Secret,
} from '../vault/derive.ts';
import type { OpenVault } from '../vault/vault.ts';

/** Offered keys that nobody has confirmed. */
const MOST_OFFERED = 50;

/** A new seed of 24 words. */
export function makeKey(vault: OpenVault): KeyFacts {
  const bytes = new Uint8Array(randomBytes(SEED_ENTROPY));
  try {
    return keep(vault, { kind: 'seed', bytes });
  } finally {
    bytes.fill(0);
  }
}

/** Words or a private key that were sealed in a browser. @throws Refused */
export function importKey(vault: OpenVault, sealed: SealedSecret): KeyFacts {
  let text: string;
  try {
    text = openSecret(sealed, vault.sealKey);
  } catch {
    throw new Refused('secret_unreadable');
  }
  const secret = readSecret(text);
  if (secret === undefined) throw new Refused('secret_unreadable');
  return keep(vault, secret);
}

/** An extended public key. @throws Refused */
export function importPublic(vault: OpenVault, xpub: string): KeyFacts {
  const facts = factsOfXpub(xpub);
  if (facts === undefined) throw new Refused('secret_unreadable');
  return keepFacts(vault, facts, undefined);
}

/** From now on nothing is signed with it. @throws Refused */
export function removeKey(vault: OpenVault, id: string): KeyFacts {
  const found = vault.keys().find((one) => one.id === id);
  if (found === undefined) throw new Refused('key_unknown');
  if (found.remove_time === null) vault.did({ kind: 'key_removed', id });
  return vault.keys().find((one) => one.id === id) ?? found;
}

const keep = (vault: OpenVault, secret: Secret) => keepFacts(vault, factsOf(secret), secret);

function keepFacts(vault: OpenVault, facts: PublicFacts, secret: Secret | undefined): KeyFacts {
  const isThere = ({ address, kind, remove_time }: KeyFacts) =>
    // A watched account may get its words later.
    address === facts.address && kind === facts.kind && remove_time === null;
  if (vault.keys().some(isThere)) throw new Refused('key_known');
  const id = randomBytes(8).toString('hex');
  vault.addKey({ id, ...facts, create_time: new Date(vault.now()).toISOString() }, secret);
  const kept = vault.keys().find((one) => one.id === id);
  if (kept === undefined) throw new Error('the key was not kept');
  return kept;
}

/**
 * Takes note of a browser's key. It counts at once where another key of the same person that is trusted has signed it; a new
 * person is for the command line. @throws Refused
 */
export function offerApprover(
  vault: OpenVault,
  offer: {
    approver: string;
    public_key: string;
    endorsed?: { public_key: string; signature: string } | undefined;
  },
): OfferedApprover | TrustedApprover {
  const { approver, public_key, endorsed } = offer;
  const { trusted, offered } = vault.state;
  if (!isApproverKey(public_key)) throw new Refused('secret_unreadable');
  const known = trusted.get(public_key);
  if (known?.approver === approver) return known;
  if (known !== undefined) throw new Refused('approval_forged');
  if (endorsed !== undefined) {
    const other = trusted.get(endorsed.public_key);
    const text = canonicalEndorsement({ approver, public_key });
    if (other?.approver !== approver || !isSignedBy(endorsed.public_key, text, endorsed.signature))
      throw new Refused('approval_forged');
    vault.did({ kind: 'trusted', approver, public_key, by: other.fingerprint });
  } else {
    const before = offered.get(public_key);
    if (before !== undefined && before.approver !== approver) throw new Refused('approval_forged');
    if (before === undefined && offered.size >= MOST_OFFERED) throw new Refused('offers_full');
    if (before === undefined) vault.did({ kind: 'offered', approver, public_key });
  }
  const found = trusted.get(public_key) ?? offered.get(public_key);
  if (found === undefined) throw new Error(`${fingerprintOf(public_key)} was not kept`);
  return found;
}
