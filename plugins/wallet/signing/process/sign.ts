import { createHash } from 'node:crypto';
import type { SignedTransaction, SigningRequest } from '../signer.ts';
import { checkRequest, Refused } from '../vault/check-request.ts';
import { signRaw } from '../vault/derive.ts';
import type { OpenVault } from '../vault/vault.ts';

/** Refusals of an hour that are written down: whoever asks without end does not fill the disk. */
const MOST_REFUSALS = 100;
const HOUR_MS = 60 * 60_000;

/** Signs what nothing stands against. What was signed is on the disk before it is answered. @throws Refused */
export function createSigning(vault: OpenVault): (request: SigningRequest) => SignedTransaction {
  let refusals: number[] = [];
  return (request) => {
    const before = signedBefore(vault, request);
    if (before !== undefined) return before;
    try {
      return signNew(vault, request);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const now = vault.now();
      refusals = refusals.filter((time) => now - time < HOUR_MS);
      if (refusals.length < MOST_REFUSALS) {
        refusals.push(now);
        const of = request.purpose === 'payout' ? request.withdrawal : request.run;
        vault.did({ kind: 'refused', purpose: request.purpose, of, refusal: error.refusal });
      }
      throw error;
    }
  };
}

/** The same bytes for the same withdrawal: whoever asks again because no answer came gets it. */
function signedBefore({ state }: OpenVault, request: SigningRequest): SignedTransaction | undefined {
  if (request.purpose !== 'payout') return undefined;
  const found = state.payouts
    .get(request.withdrawal)
    ?.find(({ raw_data_hex }) => raw_data_hex === request.raw_data_hex);
  if (found === undefined) return undefined;
  const { txid, raw_data_hex, signature, expiration } = found;
  return { txid, raw_data_hex, signature, expiration };
}

function signNew(vault: OpenVault, request: SigningRequest): SignedTransaction {
  const { raw_data_hex, from, purpose } = request;
  const { transfer, raw, of, approvedBy } = checkRequest(
    { state: vault.state, keys: vault.keys() },
    request,
    vault.now(),
  );
  // Asked again for what costs limits: once.
  const txid = createHash('sha256').update(raw).digest('hex');
  const known = vault.state.recent.find((one) => one.txid === txid && one.of === of);
  if (known !== undefined)
    return { txid, raw_data_hex, signature: known.signature, expiration: known.expiration };
  const signed = vault.withSecret(from.key, (secret) => signRaw(secret, from.index, raw));
  if (signed === undefined) throw new Refused('key_unknown');
  const { expiration, receiver, amount } = transfer;
  vault.did({
    kind: 'signed',
    purpose,
    of,
    from,
    ...signed,
    raw_data_hex,
    expiration,
    receiver,
    amount: String(amount),
    approved_by: [...approvedBy],
  });
  return { ...signed, raw_data_hex, expiration };
}
