import { AppError, showAmount } from '@waypost/contract';
import { type PluginContext, SITE_MESSAGES, type SiteMessages } from '@waypost/sdk';
import { writeLetter } from '../letters/write-letter.ts';
import { withdrawalResource } from '../screens/withdrawal_list/resource.ts';
import { payoutAddresses, readPayoutAddress } from './payout-address.ts';
import type { StoredWithdrawal } from './stored.ts';
import { TOLD_PHASES } from './values.ts';

/** Topic of withdrawals: the audience is whose they are, or those who decide of them. */
export const WITHDRAWAL_TOPIC = 'wallet.withdrawal';
/** Audience of those who see everybody's. */
export const EVERYBODY = 'all';
/** Where agents look at theirs. */
const SCREEN = 'acting_withdrawal_list';
const PORTION = 50;
const TIME_LETTERS = 'yyyy-mm-ddThh:mm'.length;

/** Tells open pages that a withdrawal has changed. */
export function publishWithdrawal({ realtime }: PluginContext, row: StoredWithdrawal): void {
  const { _id, owner, phase } = row;
  const event = { id: String(_id), phase };
  realtime.publish(WITHDRAWAL_TOPIC, event, String(owner));
  realtime.publish(WITHDRAWAL_TOPIC, event, EVERYBODY);
}

/**
 * Tells people what became of their withdrawals, and of a payout address that was entered for them: what was not told when it
 * happened, since a process ended or so much was told at once.
 */
export async function tellWaiting(context: PluginContext): Promise<void> {
  const rows = (await context
    .model(withdrawalResource)
    .find({ is_told: false } as never)
    .limit(PORTION)
    .lean()) as StoredWithdrawal[];
  for (const row of rows) await tellEnd(context, row);
  const changed = await payoutAddresses(context)
    .find({ is_told: false })
    .limit(PORTION)
    .lean<{ _id: string; version: number }[]>();
  for (const { _id } of changed) await tellAddress(context, _id);
}

/** Tells whoever asked how a withdrawal has ended; once. */
export async function tellEnd(context: PluginContext, row: StoredWithdrawal): Promise<void> {
  const { number, amount, payout, phase, reason } = row;
  const id = String(row._id);
  const isTold = TOLD_PHASES.includes(phase)
    ? await tell(context, {
        account: String(row.owner),
        words: `wallet.notice.withdrawal_${phase}`,
        params: { number, amount: showAmount(phase === 'paid' ? payout : amount), reason },
        occasion: `${id} ${phase}`,
        screen: `${SCREEN}?id=${id}`,
      })
    : true;
  if (isTold)
    await context
      .model(withdrawalResource)
      .updateOne({ _id: row._id, phase } as never, { $set: { is_told: true } } as never, {
        timestamps: false,
      });
}

/** Tells somebody that another payout address was entered, and what to do if it was not them; once for each change. */
export async function tellAddress(context: PluginContext, account: string): Promise<void> {
  const found = await payoutAddresses(context).findById(account).lean<{ version: number }>();
  if (found === null) return;
  const { version } = found;
  const { next_address, next_time } = await readPayoutAddress(context, account);
  // Taken back, or in use: there is nothing to be warned of any more.
  const isTold =
    next_time === null ||
    (await tell(context, {
      account,
      words: 'wallet.notice.payout_address',
      params: {
        address: next_address,
        time: `${next_time.toISOString().slice(0, TIME_LETTERS).replace('T', ' ')} UTC`,
      },
      occasion: `${account} address ${version}`,
      screen: SCREEN,
    }));
  if (isTold)
    await payoutAddresses(context).updateOne({ _id: account, version }, { $set: { is_told: true } });
}

/** @returns false: so much is told at once, it is told later */
async function tell(
  context: PluginContext,
  told: { account: string; words: string; params: Record<string, string>; occasion: string; screen: string },
): Promise<boolean> {
  const { account, words, params, occasion, screen } = told;
  try {
    await context.require<SiteMessages>(SITE_MESSAGES, '^1')?.tell({
      ...{ to: { accounts: [account] }, words, params, occasion, screen },
      plain: { title: params.number ?? params.address ?? '', content: words },
    });
  } catch (error) {
    if (error instanceof AppError && error.code === 'site_messages_too_many') return false;
    throw error;
  }
  await writeLetter(context, told);
  return true;
}
