import type { CollectionDeclaration, PluginContext, Session, SignedRequest } from '@waypost/sdk';
import { readAddress } from '../chain/addresses/tron-address.ts';
import { readPayConfig } from '../chain/config/pay-config.ts';
import { isContract, isOwnAccount, isReceivingPlace } from '../chain/deposits/own-places.ts';
import { withdrawalErrors } from './errors.ts';
import { ADDRESS_WAITS_MS } from './values.ts';

/** Where somebody is paid to. */
interface PayoutAddress {
  /** Id of the account. */
  _id: string;
  /** The one in use; empty: none yet. `since`: from when on it could be used. */
  address: string;
  since: Date | null;
  /** What takes its place at a moment; empty: nothing. */
  next_address: string;
  next_time: Date | null;
  /** Rises with each change. */
  version: number;
  /** False: the last change is still to be told to its owner. */
  is_told: boolean;
}

const COLLECTION: CollectionDeclaration<PayoutAddress> = {
  name: 'payout_address',
  onUninstall: 'keep',
  fields: {
    _id: String,
    address: String,
    since: Date,
    next_address: String,
    next_time: Date,
    version: Number,
    is_told: Boolean,
  },
  indexes: [{ keys: { is_told: 1 } }],
};
export const payoutAddresses = (context: PluginContext) => context.collection(COLLECTION);

/** As it is at a moment: what has waited long enough has taken its place. */
export interface PresentAddress {
  address: string;
  since: Date | null;
  next_address: string;
  next_time: Date | null;
}

function presentOf(found: PayoutAddress | null, now: number): PresentAddress {
  if (found === null) return { address: '', since: null, next_address: '', next_time: null };
  const { address, since, next_address, next_time } = found;
  return next_time !== null && next_time.getTime() <= now
    ? { address: next_address, since: next_time, next_address: '', next_time: null }
    : { address, since, next_address, next_time };
}

export async function readPayoutAddress(
  context: PluginContext,
  account: string,
  session?: Session,
): Promise<PresentAddress> {
  const found = await payoutAddresses(context)
    .findById(account)
    .session(session ?? null)
    .lean();
  return presentOf(found, context.clock.now());
}

export const showPayoutAddress = ({ address, next_address, next_time }: PresentAddress) => ({
  address,
  next_address,
  next_time: next_time?.toISOString() ?? null,
});

/**
 * Enters another address. It can be used a day later; until then withdrawals go to the one before, so that whoever has taken
 * over a session finds nothing to take and its owner has time to hear of it.
 * Errors: `wallet.payout_address_ours` 409
 */
export async function changePayoutAddress(
  context: PluginContext,
  entered: string,
  request: SignedRequest,
): Promise<PresentAddress> {
  const read = readAddress(entered);
  if ('fault' in read) throw new TypeError(`the call lets an address pass: ${read.fault}`);
  const { address } = read;
  const { id } = request.caller;
  await refuseOwnAddress(context, address);
  return context.transaction(async (session) => {
    const before = await readPayoutAddress(context, id, session);
    // The same one again must not let it wait anew, and nothing is to be told.
    if (before.next_address === address || (before.next_address === '' && before.address === address))
      return before;
    const isBack = before.address === address;
    const next_time = new Date(context.clock.now() + ADDRESS_WAITS_MS);
    const after: PresentAddress = isBack
      ? { ...before, next_address: '', next_time: null }
      : { ...before, next_address: address, next_time };
    await write(context, { id, after, isTold: isBack }, session);
    await context.audit(
      {
        type: 'wallet.payout_address.change',
        target: id,
        before: showPayoutAddress(before),
        after: showPayoutAddress(after),
        request,
      },
      session,
    );
    return after;
  });
}

/** Takes back an address that cannot be used yet; where there is none nothing changes. */
export async function keepPayoutAddress(
  context: PluginContext,
  request: SignedRequest,
): Promise<PresentAddress> {
  const { id } = request.caller;
  return context.transaction(async (session) => {
    const before = await readPayoutAddress(context, id, session);
    if (before.next_address === '') return before;
    const after: PresentAddress = { ...before, next_address: '', next_time: null };
    await write(context, { id, after, isTold: true }, session);
    await context.audit(
      {
        type: 'wallet.payout_address.keep',
        target: id,
        before: showPayoutAddress(before),
        after: showPayoutAddress(after),
        request,
      },
      session,
    );
    return after;
  });
}

async function write(
  context: PluginContext,
  { id, after, isTold }: { id: string; after: PresentAddress; isTold: boolean },
  session: Session,
): Promise<void> {
  await payoutAddresses(context).updateOne(
    { _id: id },
    { $set: { ...after, is_told: isTold }, $inc: { version: 1 } },
    { upsert: true, session },
  );
}

/**
 * What is paid to an address that payments are received at would come back as somebody's deposit, what is paid to an account of the
 * operator's pays nobody, and a contract of the token itself gives nothing back.
 * Errors: `wallet.payout_address_ours` 409
 */
export async function refuseOwnAddress(
  context: PluginContext,
  address: string,
  session?: Session,
): Promise<void> {
  const { contract, shared_address, payout_account, fee_account } = await readPayConfig(context, session);
  const isOurs =
    isContract(address) ||
    [contract, shared_address, payout_account, fee_account].includes(address) ||
    (await isReceivingPlace(context, { address }, session)) ||
    (await isOwnAccount(context, address, session));
  if (isOurs) throw withdrawalErrors.ownAddress.create();
}
