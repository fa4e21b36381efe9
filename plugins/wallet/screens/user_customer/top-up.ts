import { amountText, type BodyOf, errors, type ResultOf, showAmount } from '@waypost/contract';
import {
  ACCOUNT_STATES,
  type AccountStates,
  type CollectionDeclaration,
  type PluginContext,
  type SignedRequest,
  tellNow,
} from '@waypost/sdk';
import { followUp } from '../../money/follow-up.ts';
import { namesOf } from '../../money/names-of.ts';
import { requireMemberships, type Wallet } from '../../wallet.ts';
import type { topUpCall, topUpFactsCall } from './calls.ts';

/** How bills name it, on both sides. */
const TOP_UP = 'wallet.customer_top_up';
const NOTICE = 'wallet.notice.topped_up';
/** Where customers see it. */
const SCREEN = 'bill';
const LATEST = 10;
/** Told in one run: inboxes take so many of a plugin in a minute. */
const MOST_TOLD = 20;

/** What agents put onto balances of their customers; whom it was not told to yet is told by a job. */
interface CustomerTopUp {
  /** `<agent>/<key>` */
  _id: string;
  agent: string;
  customer: string;
  amount: string;
  remark: string;
  time: Date;
  is_told: boolean;
}
const COLLECTION: CollectionDeclaration<CustomerTopUp> = {
  name: 'customer_top_up',
  onUninstall: 'keep',
  fields: {
    _id: String,
    agent: String,
    customer: String,
    amount: String,
    remark: String,
    time: Date,
    is_told: Boolean,
  },
  indexes: [{ keys: { agent: 1, customer: 1, time: -1 } }, { keys: { is_told: 1, time: 1 } }],
};
export const customerTopUps = (context: PluginContext) => context.collection(COLLECTION);

/**
 * Puts money from the caller's balance onto that of a customer right below: both bills, the entry of the audit log and what is
 * told of it are there together or not at all. The same press again changes nothing.
 * Errors: `not_found` 404 for who is no own customer; `ledger_insufficient` 409; `ledger_account_closed` 409;
 * `ledger_key_used` 409 where something else was paid under the key.
 */
export async function topUpCustomer(
  wallet: Wallet,
  { customer, amount, remark = '', key }: BodyOf<typeof topUpCall>,
  request: SignedRequest,
): Promise<ResultOf<typeof topUpCall>> {
  const { context } = wallet;
  const agent = request.caller.id;
  const isThere = await context.require<AccountStates>(ACCOUNT_STATES, '^1.2')?.isCustomer(customer, agent);
  if (isThere !== true) throw errors.notFound.create();
  const names = await namesOf(context, [agent, customer]);
  const parties = `${names[agent] ?? ''} → ${names[customer] ?? ''}`;
  const { isRepeated, id, available } = await context.transaction(async (session) => {
    // In the transaction: whoever is moved to another superior meanwhile gets nothing of this one.
    const { superior } = await requireMemberships(context).payer(customer, session);
    if (superior !== agent) throw errors.notFound.create();
    const receipt = await context.ledger.transfer(
      {
        key: `customer_top_up/${agent}/${key}`,
        type: TOP_UP,
        request,
        remark: remark === '' ? parties : `${parties}: ${remark}`,
        postings: [
          { account: agent, amount: `-${amount}` },
          { account: customer, amount },
        ],
      },
      session,
    );
    const id = `${agent}/${key}`;
    const left = receipt.lines.find(({ account }) => account === agent)?.after ?? '0';
    if (receipt.isRepeated) return { id, available: left, isRepeated: true };
    const time = context.clock.date();
    await customerTopUps(context).create(
      [{ _id: id, agent, customer, amount, remark, time, is_told: false }],
      { session },
    );
    await context.audit(
      {
        type: 'wallet.customer.top_up',
        target: customer,
        after: { amount: showAmount(amount), remark, balance: showAmount(left) },
        request,
      },
      session,
    );
    return { id, available: left, isRepeated: false };
  });
  if (!isRepeated) await followUp(context, 'a top up is told later', () => tellTopUp(context, id));
  return { available };
}

/** What somebody could give a customer, and gave last. Errors: `not_found` 404 for who is no own customer. */
export async function topUpFacts(
  { context }: Wallet,
  { customer }: BodyOf<typeof topUpFactsCall>,
  agent: string,
): Promise<ResultOf<typeof topUpFactsCall>> {
  if (!(await requireMemberships(context).isDirect(customer, agent))) throw errors.notFound.create();
  const [[balance], latest] = await Promise.all([
    context.ledger.balances([agent]),
    customerTopUps(context).find({ agent, customer }).sort({ time: -1, _id: -1 }).limit(LATEST).lean(),
  ]);
  return {
    available: balance?.available ?? '0',
    latest: latest.map(({ _id, amount, remark, time }) => ({
      id: _id,
      amount,
      remark,
      time: time.toISOString(),
    })),
  };
}

/** Tells those who were not told yet, whatever ended the process in between. */
export async function tellTopUps(
  context: PluginContext,
  signal: Pick<AbortSignal, 'aborted'>,
): Promise<void> {
  const waiting = await customerTopUps(context)
    .find({ is_told: false }, { _id: 1 })
    .sort({ time: 1 })
    .limit(MOST_TOLD)
    .lean();
  for (const { _id } of waiting) {
    if (signal.aborted) return;
    try {
      // So much is told at once: the next run tells the rest.
      if (!(await tellTopUp(context, _id))) return;
    } catch (error) {
      context.log.error({ error, top_up: _id }, 'nobody could be told of a top up');
    }
  }
}

/** @returns false: so much is told at once, it is told later */
async function tellTopUp(context: PluginContext, id: string): Promise<boolean> {
  const topUp = await customerTopUps(context).findById(id).lean();
  if (topUp === null || topUp.is_told) return true;
  const { agent, customer, amount, remark } = topUp;
  const params = {
    amount: amountText(amount),
    agent: (await namesOf(context, [agent]))[agent] ?? '',
    remark: remark === '' ? '–' : remark,
  };
  const isTold = await tellNow(context, {
    to: { accounts: [customer] },
    words: NOTICE,
    params,
    occasion: id,
    screen: SCREEN,
    plain: { title: `${params.amount} USDT`, content: `${params.agent}: ${params.amount} USDT` },
  });
  if (isTold) await customerTopUps(context).updateOne({ _id: id }, { $set: { is_told: true } });
  return isTold;
}
