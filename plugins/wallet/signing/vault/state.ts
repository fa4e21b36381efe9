import { fingerprintOf } from '../approver-key.ts';
import type { OfferedApprover, SigningLimits, TrustedApprover } from '../signer.ts';
import type { Line } from './chain.ts';
import type { SignedDeed } from './deeds.ts';

/** Span of the daily limits. */
const DAY_MS = 24 * 60 * 60_000;

/** Nothing is signed before the command line has said what may be: no sum, no token, no collection address. */
export const CLOSED_LIMITS: SigningLimits = {
  network: '',
  contract: '',
  collect_to: '',
  receivers: [],
  single: '0',
  daily: '0',
  two_above: '0',
  // A transfer of the token to a new address takes some 28 TRX at most on the main network.
  fee_limit: '100000000',
  fund_single: '50000000',
  fund_run: '500000000',
  fund_daily: '1000000000',
};

/** A transaction that was signed, and when. */
export interface Signed extends SignedDeed {
  time: number;
}

/** All that the chain says, as it is now. */
export interface VaultState {
  limits: SigningLimits;
  keysHash: string;
  removed: Map<string, string>;
  trusted: Map<string, TrustedApprover>;
  offered: Map<string, OfferedApprover>;
  /** By withdrawal, in their order. */
  payouts: Map<string, Signed[]>;
  /** Of the last day. */
  recent: Signed[];
  /** TRX that each run has sent, sun. */
  funded: Map<string, bigint>;
  /** When all of it came out of a backup last, ISO 8601; null: never. */
  restoredTime: string | null;
  /** Nobody has said since what was paid after that backup: nothing is paid. */
  isHeld: boolean;
}

export function emptyState(): VaultState {
  return {
    limits: CLOSED_LIMITS,
    keysHash: '',
    removed: new Map(),
    trusted: new Map(),
    offered: new Map(),
    payouts: new Map(),
    recent: [],
    funded: new Map(),
    restoredTime: null,
    isHeld: false,
  };
}

/** Takes one line into it. */
export function takeLine(state: VaultState, { did, time }: Line): void {
  switch (did.kind) {
    case 'begun':
    case 'key_added':
    case 'rotated':
      state.keysHash = did.keys_hash;
      return;
    case 'key_removed':
      state.removed.set(did.id, time);
      return;
    case 'limits':
      state.limits = did.limits;
      return;
    case 'offered':
    case 'trusted': {
      const { approver, public_key } = did;
      const known = { approver, public_key, fingerprint: fingerprintOf(public_key) };
      state.offered.delete(public_key);
      if (did.kind === 'offered') state.offered.set(public_key, { ...known, offered_time: time });
      else state.trusted.set(public_key, { ...known, trusted_time: time });
      return;
    }
    case 'distrusted':
      state.trusted.delete(did.public_key);
      state.offered.delete(did.public_key);
      return;
    case 'signed':
      takeSigned(state, { ...did, time: Date.parse(time) });
      return;
    case 'restored':
      state.restoredTime = time;
      state.isHeld = true;
      return;
    case 'resumed':
      state.isHeld = false;
      return;
    case 'refused':
  }
}

function takeSigned(state: VaultState, signed: Signed): void {
  const { recent, payouts } = state;
  recent.push(signed);
  let over = 0;
  while (signed.time - (recent[over]?.time ?? signed.time) >= DAY_MS) over += 1;
  recent.splice(0, over);
  if (signed.purpose === 'payout') payouts.set(signed.of, [...(payouts.get(signed.of) ?? []), signed]);
  if (signed.purpose === 'fund')
    state.funded.set(signed.of, (state.funded.get(signed.of) ?? 0n) + BigInt(signed.amount));
}

/** What was signed for a purpose within 24 hours. */
export function signedInDay(state: VaultState, purpose: SignedDeed['purpose'], now: number): bigint {
  return state.recent
    .filter((one) => one.purpose === purpose && now - one.time < DAY_MS)
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n);
}
