import { hexToBytes } from '@noble/hashes/utils.js';
import { canonicalApproval } from '../approval.ts';
import { isSignedBy } from '../approver-key.ts';
import type { SignerRefusal } from '../errors.ts';
import type { KeyFacts, SignedApproval, SigningKey, SigningRequest } from '../signer.ts';
import { NotRead } from '../transaction/read-message.ts';
import { readTransaction, type Transfer } from '../transaction/read-transaction.ts';
import { addressAt } from './derive.ts';
import { signedInDay, type VaultState } from './state.ts';

/** Longest that a transaction may wait for its block: what Tron itself takes. */
const LONGEST_EXPIRATION_MS = 24 * 60 * 60_000;
/** After the end of a transaction nothing is signed in its place for this long. */
export const REPLACED_AFTER_MS = 60 * 60_000;
/** Transactions of one withdrawal, each in place of the one before. */
export const MOST_SIGNED = 5;

/** What is refused, and the word for it. */
export class Refused extends Error {
  override readonly name = 'Refused';
  constructor(readonly refusal: SignerRefusal) {
    super(refusal);
  }
}
const refuse = (refusal: SignerRefusal): never => {
  throw new Refused(refusal);
};

/** What a request turned out to be, once nothing stands against it. */
export interface Checked {
  transfer: Transfer;
  raw: Uint8Array;
  /** Withdrawal or run. */
  of: string;
  approvedBy: readonly string[];
}

/** Holds a request against everything that has to be so before it is signed. @throws Refused */
export function checkRequest(
  { state, keys }: { state: VaultState; keys: readonly KeyFacts[] },
  request: SigningRequest,
  now: number,
): Checked {
  const { raw, transfer } = readRaw(request.raw_data_hex);
  if (transfer.from !== addressOfKey(keys, request.from)) refuse('not_a_transfer');
  if (transfer.expiration <= now || transfer.expiration > now + LONGEST_EXPIRATION_MS)
    refuse('not_a_transfer');
  if (transfer.kind === 'token' && transfer.feeLimit > BigInt(state.limits.fee_limit))
    refuse('not_a_transfer');
  if (request.purpose === 'payout')
    return {
      transfer,
      raw,
      of: request.withdrawal,
      approvedBy: checkPayout(state, request, transfer, now),
    };
  if (request.purpose === 'collect') checkCollect(state, transfer);
  else checkFund(state, { transfer, run: request.run, to: addressOfKey(keys, request.to) }, now);
  return { transfer, raw, of: request.run, approvedBy: [] };
}

function readRaw(hex: string): { raw: Uint8Array; transfer: Transfer } {
  try {
    const raw = hexToBytes(hex);
    return { raw, transfer: readTransaction(raw) };
  } catch (error) {
    if (error instanceof NotRead || error instanceof RangeError || error instanceof TypeError)
      return refuse('not_a_transfer');
    throw error;
  }
}

function addressOfKey(keys: readonly KeyFacts[], { key, index }: SigningKey): string {
  const found = keys.find(({ id, remove_time }) => id === key && remove_time === null);
  if (found === undefined) return refuse('key_unknown');
  // One single private key has no further addresses.
  if (index !== undefined && found.xpub === '') return refuse('key_unknown');
  return addressAt(found, index);
}

type Payout = Extract<SigningRequest, { purpose: 'payout' }>;

/** @returns fingerprints of who approved */
function checkPayout(state: VaultState, request: Payout, transfer: Transfer, now: number): string[] {
  const { limits } = state;
  if (transfer.kind !== 'token' || transfer.contract !== limits.contract) return refuse('not_a_transfer');
  const approvers = new Map<string, string>();
  for (const approval of request.approvals) {
    const fingerprint = checkApproval(state, approval);
    const isIt =
      approval.withdrawal === request.withdrawal &&
      approval.receiver === transfer.receiver &&
      approval.amount === String(transfer.amount) &&
      approval.contract === transfer.contract &&
      approval.network === limits.network;
    if (!isIt) refuse('approval_other');
    approvers.set(approval.approver, fingerprint);
  }
  const needed = transfer.amount > BigInt(limits.two_above) ? 2 : 1;
  if (approvers.size < needed) refuse('approval_missing');
  // It may have been paid after the backup that all of this comes from.
  if (state.isHeld) refuse('signer_held');
  checkReplaced(state, request, now);
  if (limits.receivers.length > 0 && !limits.receivers.includes(transfer.receiver))
    refuse('receiver_not_allowed');
  if (transfer.amount > BigInt(limits.single)) refuse('limit_single');
  if (signedInDay(state, 'payout', now) + transfer.amount > BigInt(limits.daily)) refuse('limit_daily');
  return [...approvers.values()];
}

function checkApproval(state: VaultState, approval: SignedApproval): string {
  const { public_key, signature } = approval;
  const trusted = state.trusted.get(public_key);
  if (trusted === undefined || trusted.approver !== approval.approver) return refuse('approval_forged');
  if (!isSignedBy(public_key, canonicalApproval(approval), signature)) return refuse('approval_forged');
  return trusted.fingerprint;
}

/** One withdrawal has one transaction that may still come into a block. */
function checkReplaced(state: VaultState, { withdrawal, replaces }: Payout, now: number): void {
  const signed = state.payouts.get(withdrawal) ?? [];
  const last = signed.at(-1);
  if (last === undefined) {
    if (replaces !== undefined) refuse('approval_used');
    return;
  }
  if (replaces !== last.txid || signed.length >= MOST_SIGNED) refuse('approval_used');
  if (now <= last.expiration + REPLACED_AFTER_MS) refuse('approval_used');
}

/** Any token that lies at a deposit address may go to the one address that the command line has set. */
function checkCollect({ limits }: VaultState, transfer: Transfer): void {
  if (transfer.kind !== 'token' || transfer.contract !== limits.contract) refuse('not_a_transfer');
  if (limits.collect_to === '' || transfer.receiver !== limits.collect_to) refuse('receiver_not_allowed');
}

function checkFund(
  state: VaultState,
  { transfer, run, to }: { transfer: Transfer; run: string; to: string },
  now: number,
): void {
  const { limits, funded } = state;
  if (transfer.kind !== 'trx') refuse('not_a_transfer');
  if (transfer.receiver !== to) refuse('receiver_not_allowed');
  if (transfer.amount > BigInt(limits.fund_single)) refuse('limit_single');
  if ((funded.get(run) ?? 0n) + transfer.amount > BigInt(limits.fund_run)) refuse('limit_daily');
  if (signedInDay(state, 'fund', now) + transfer.amount > BigInt(limits.fund_daily)) refuse('limit_daily');
}
