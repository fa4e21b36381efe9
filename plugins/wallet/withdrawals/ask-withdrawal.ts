import { amountText } from '@waypost/contract';
import {
  ACCOUNT_STATES,
  type AccountStates,
  newId,
  newRow,
  type PluginContext,
  type Session,
  type SignedRequest,
} from '@waypost/sdk';
import { type PayConfig, readPayConfig } from '../chain/config/pay-config.ts';
import { inForce } from '../chain/config/payout-limits.ts';
import { readProviders } from '../chain/providers/providers.ts';
import { numberOf } from '../money/number-of.ts';
import { isDisputed } from './disputed.ts';
import { withdrawalErrors } from './errors.ts';
import { readPayoutAddress, refuseOwnAddress } from './payout-address.ts';
import { withdrawalResource } from './resource.ts';
import type { StoredWithdrawal } from './stored.ts';
import { DAY_MS, MOST_OPEN, type Phase } from './values.ts';

/** Phases in which money was given back: it counts for no limit. */
const RETURNED: readonly Phase[] = ['rejected', 'cancelled', 'failed'];

/** By what withdrawals can be asked for now; undefined: they cannot. */
export async function findOpenWithdrawals(context: PluginContext): Promise<PayConfig | undefined> {
  const [config, providers] = await Promise.all([readPayConfig(context), readProviders(context)]);
  return config.withdraw_switch === 1 && config.contract_symbol !== '' && providers.length > 0
    ? inForce(config, context.clock.now())
    : undefined;
}

/**
 * Asks for a withdrawal: the money is held and the request written in one transaction. The same press again is answered with
 * what the first has made.
 * Errors: `wallet.withdrawal_closed`, `wallet.payout_address_missing`, `wallet.payout_address_ours`, `wallet.withdrawal_daily`,
 * `wallet.withdrawal_open`, `wallet.withdrawal_disputed`, `wallet.withdrawal_person`, `wallet.withdrawal_key_used`,
 * `ledger_insufficient` 409; `wallet.withdrawal_least` 422
 */
export async function askWithdrawal(
  context: PluginContext,
  { amount, key }: { amount: string; key: string },
  request: SignedRequest,
): Promise<StoredWithdrawal> {
  const owner = request.caller.id;
  const config = await findOpenWithdrawals(context);
  if (config === undefined) throw withdrawalErrors.closed.create();
  const isActive = await context.require<AccountStates>(ACCOUNT_STATES, '^1')?.isActive(owner);
  if (isActive !== true) throw withdrawalErrors.personInactive.create();
  return context.transaction(async (session) => {
    const earlier = await context.model(withdrawalResource).findOne({ owner, key }).session(session).lean();
    if (earlier !== null) {
      if (earlier.amount !== amount) throw withdrawalErrors.keyUsed.create();
      return earlier;
    }
    const made = await newWithdrawal(context, { owner, amount, key, config }, session);
    // Before the limits are counted: requests that are made at once meet in the balance, and count anew.
    const { hold } = await context.ledger.placeHold(
      {
        key: `withdrawal/${String(made._id)}`,
        type: 'wallet.withdrawal',
        account: owner,
        amount,
        remark: made.number,
        request,
      },
      session,
    );
    await refuseBeyondLimits(context, { owner, amount, config }, session);
    const row = { ...made, hold: hold ?? '' };
    await context.model(withdrawalResource).create([row], { session });
    await context.audit(
      {
        type: 'wallet.withdrawal.add',
        target: String(row._id),
        after: { number: row.number, amount, payout: row.payout, address: row.address },
        request,
      },
      session,
    );
    return row;
  });
}

async function newWithdrawal(
  context: PluginContext,
  { owner, amount, key, config }: { owner: string; amount: string; key: string; config: PayConfig },
  session: Session,
): Promise<StoredWithdrawal> {
  const { withdraw_minimum, withdraw_fee: fee, withdraw_two_people } = config;
  const payout = BigInt(amount) - BigInt(fee);
  if (BigInt(amount) < BigInt(withdraw_minimum) || payout <= 0n)
    throw withdrawalErrors.tooLittle.create({ least: amountText(withdraw_minimum) });
  const { address, since } = await readPayoutAddress(context, owner, session);
  if (address === '' || since === null) throw withdrawalErrors.noAddress.create();
  // It may have become one of ours since it was entered.
  await refuseOwnAddress(context, address, session);
  if (await isDisputed(context, owner, session)) throw withdrawalErrors.disputed.create();
  const _id = newId(context);
  return newRow(
    context,
    withdrawalResource,
    {
      number: numberOf(context.clock.date(), context.platform.timeZone, _id),
      amount,
      fee,
      payout: String(payout),
      key,
      address,
      address_since: since,
      network: config.network,
      contract: config.contract,
      needed: BigInt(amount) > BigInt(withdraw_two_people) ? 2 : 1,
    },
    { _id, owner },
  );
}

async function refuseBeyondLimits(
  context: PluginContext,
  { owner, amount, config }: { owner: string; amount: string; config: PayConfig },
  session: Session,
): Promise<void> {
  const open = await context
    .model(withdrawalResource)
    .countDocuments({ owner, phase: { $nin: [...RETURNED, 'paid'] } })
    .session(session);
  if (open >= MOST_OPEN) throw withdrawalErrors.tooManyOpen.create({ most: MOST_OPEN });
  const left = await dailyLeft(context, { owner, config }, session);
  if (BigInt(amount) > left) throw withdrawalErrors.dailyLimit.create({ left: amountText(String(left)) });
}

/** What somebody may still ask for: the daily limit without what was asked for within a day, and not given back. */
export async function dailyLeft(
  context: PluginContext,
  { owner, config }: { owner: string; config: PayConfig },
  session?: Session,
): Promise<bigint> {
  const asked = await context
    .model(withdrawalResource)
    .find({
      owner,
      create_time: { $gt: new Date(context.clock.now() - DAY_MS) },
      phase: { $nin: RETURNED },
    })
    .select({ amount: 1 })
    .session(session ?? null)
    .lean();
  const left = asked.reduce((rest, { amount }) => rest - BigInt(amount), BigInt(config.withdraw_daily));
  return left > 0n ? left : 0n;
}
