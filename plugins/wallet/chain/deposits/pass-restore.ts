import { newId, type PluginContext, type Restored, type Session } from '@waypost/sdk';
import { accountOf, type DepositAccount, LAST_INDEX } from '../addresses/xpub.ts';
import type { PayConfig } from '../config/pay-config.ts';
import type { Network } from '../networks/values.ts';
import { type AddressCounter, counters, FIRST_INDEX } from './counters.ts';
import { type Deposit, deposits, newDeposit } from './deposit.ts';

/** Addresses behind the last one that came to something which are watched: payments for orders that a restore has lost. */
export const WATCHED = 200;
/** From then on indexes are counted in seconds: all there are last until 2094. */
const COUNTED_FROM = Date.UTC(2026, 0, 1);
/** Milliseconds between the first looks at two of them: a provider is asked for what customers wait for, too. */
const APART_MS = 2_000;
/** They are looked at as those are whose orders ended an hour ago: every half an hour at first. */
const ENDED_MS = 60 * 60_000;

/**
 * Where a key's addresses go on after a restore: at the second of it, counted from 2026 on. Whatever was given out before, also after
 * restores that the store knows nothing of, has smaller ones, as long as less than one a second was given from each restore to the next.
 * Where our clock cannot be right, it is far away by chance.
 * @param known the first index that the backup knows no order of
 * @param chance from 0 to below 1
 */
export function indexAfterRestore(known: number, time: Date, chance: number): number {
  const behind = known + WATCHED;
  const second = Math.floor((time.getTime() - COUNTED_FROM) / 1_000);
  if (second > behind && second < LAST_INDEX) return second;
  return behind + Math.floor(chance * (LAST_INDEX - behind));
}

/**
 * Brings the addresses of a key behind all that may have been given out before a restore, once for each restore, and has those
 * watched that the backup knows no order of.
 */
export async function passRestore(
  context: PluginContext,
  {
    account,
    restored,
    network,
    contract,
  }: { account: DepositAccount; restored: Restored; network: Network; contract: string },
  session: Session,
): Promise<void> {
  const { fingerprint: _id, xpub } = account;
  const before = await counters(context).findById(_id).session(session).lean();
  if (before?.restored === restored.id) return;
  // A release before gave the first address of a key, too.
  const lost = before?.next ?? 0;
  const known = Math.max(lost, FIRST_INDEX);
  const first = indexAfterRestore(known, restored.time, context.random.number());
  const passed = { next: first, first, restored: restored.id, xpub, lost_from: lost, lost_until: lost };
  await counters(context).updateOne({ _id }, { $set: passed }, { upsert: true, session });
  await watchUntil(
    context,
    { counter: { _id, ...passed }, until: lost + WATCHED, network, contract },
    session,
  );
  context.log.warn(
    { restored: restored.time.toISOString(), known, first },
    'the data come out of a backup: addresses go on where nobody can have been given one since',
  );
}

/** The same for the key that is set, as soon as the product runs: late payments do not wait for the next order. */
export async function passRestoreOf(
  context: PluginContext,
  { address_mode, xpub, network, contract }: PayConfig,
): Promise<void> {
  const restored = await context.restored();
  if (restored === null || xpub === '') return;
  const account = accountOf(xpub);
  const counter = await counters(context).findById(account.fingerprint).lean();
  if (counter?.restored === restored.id || (counter === null && address_mode !== 1)) return;
  await context.transaction((session) =>
    passRestore(context, { account, restored, network, contract }, session),
  );
}

/**
 * Takes an operator's word that nobody has ever been given an address of a key: its first one is given first, also after a restore.
 * @returns false: addresses of it were given out
 */
export async function startNewKey(
  context: PluginContext,
  { xpub, restored }: { xpub: string; restored: Restored },
  session: Session,
): Promise<boolean> {
  const _id = accountOf(xpub).fingerprint;
  if ((await counters(context).exists({ _id }).session(session)) !== null) return false;
  await counters(context).create([{ _id, next: FIRST_INDEX, restored: restored.id }], { session });
  return true;
}

/** Something came to a lost address: it lies there, and others behind it may have been given out, too. */
export async function countLost(
  context: PluginContext,
  { deposit, value }: { deposit: Deposit; value: bigint },
  session: Session,
): Promise<void> {
  const { _id, account, index, network, contract, total } = deposit;
  await deposits(context).updateOne({ _id }, { $set: { total: String(BigInt(total) + value) } }, { session });
  const counter = await counters(context).findById(account).session(session).lean();
  const { lost_from, lost_until } = counter ?? {};
  if (counter === null || lost_from === undefined || lost_until === undefined) return;
  if (index >= lost_from && index < lost_until)
    await watchUntil(context, { counter, until: index + 1 + WATCHED, network, contract }, session);
}

/** Watches the lost ones before `until` as well, none of those that were given out since the restore. */
async function watchUntil(
  context: PluginContext,
  {
    counter: { _id, xpub = '', lost_from = 0, lost_until = 0, first = 0 },
    until: wanted,
    ...of
  }: { counter: AddressCounter; until: number; network: Network; contract: string },
  session: Session,
): Promise<void> {
  const until = Math.min(wanted, first);
  if (until <= lost_until) return;
  const account = accountOf(xpub);
  // An address behind the last one that is known was given out later than it.
  const last = await deposits(context)
    .findOne({ account: _id, index: { $lt: lost_from } }, { open_time: 1 })
    .sort({ index: -1 })
    .session(session)
    .lean();
  const now = context.clock.now();
  const lost = Array.from({ length: until - lost_until }, (_, at): Deposit => {
    const index = lost_until + at;
    const made = newDeposit(context, {
      ...of,
      order: newId(context),
      owner: '',
      amount: '0',
      tolerance: '0',
      account: _id,
      index,
      address: account.address(index),
      expire_time: new Date(now - ENDED_MS),
    });
    return {
      ...made,
      is_lost: true,
      settlement: 'expired',
      cursor: last?.open_time.getTime() ?? 0,
      next_look_time: new Date(now + at * APART_MS),
    };
  });
  await deposits(context).insertMany(lost, { session });
  await counters(context).updateOne({ _id }, { $set: { lost_until: until } }, { session });
}
