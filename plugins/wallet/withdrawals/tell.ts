import { amountText } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import { tellPerson } from '../letters/tell-person.ts';
import { payoutAddresses, readPayoutAddress } from './payout-address.ts';
import { withdrawalResource } from './resource.ts';
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
  const rows = await context.model(withdrawalResource).find({ is_told: false }).limit(PORTION).lean();
  // So much is told at once: the next run tells the rest.
  for (const row of rows) if (!(await tellEnd(context, row))) return;
  const changed = await payoutAddresses(context).find({ is_told: false }).limit(PORTION).lean();
  for (const { _id } of changed) if (!(await tellAddress(context, _id))) return;
}

/** Tells whoever asked how a withdrawal has ended; once. @returns false: so much is told at once, it is told later */
export async function tellEnd(context: PluginContext, row: StoredWithdrawal): Promise<boolean> {
  const { number, amount, payout, phase, reason } = row;
  const id = String(row._id);
  const words = `wallet.notice.withdrawal_${phase}`;
  const isTold = TOLD_PHASES.includes(phase)
    ? await tellPerson(context, {
        account: String(row.owner),
        words,
        params: { number, amount: amountText(phase === 'paid' ? payout : amount), reason },
        occasion: `${id} ${phase}`,
        screen: `${SCREEN}?id=${id}`,
        plain: { title: number, content: words },
      })
    : true;
  if (isTold)
    await context
      .model(withdrawalResource)
      .updateOne({ _id: row._id, phase }, { $set: { is_told: true } }, { timestamps: false });
  return isTold;
}

/**
 * Tells somebody that another payout address was entered, and what to do if it was not them; once for each change.
 * @returns false: so much is told at once, it is told later
 */
export async function tellAddress(context: PluginContext, account: string): Promise<boolean> {
  const found = await payoutAddresses(context).findById(account).lean();
  if (found === null) return true;
  const { version } = found;
  const { next_address, next_time } = await readPayoutAddress(context, account);
  // Taken back, or in use: there is nothing to be warned of any more.
  const isTold =
    next_time === null ||
    (await tellPerson(context, {
      account,
      words: 'wallet.notice.payout_address',
      params: {
        address: next_address,
        time: `${next_time.toISOString().slice(0, TIME_LETTERS).replace('T', ' ')} UTC`,
      },
      occasion: `${account} address ${version}`,
      screen: SCREEN,
      plain: { title: next_address, content: 'wallet.notice.payout_address' },
    }));
  if (isTold)
    await payoutAddresses(context).updateOne({ _id: account, version }, { $set: { is_told: true } });
  return isTold;
}
