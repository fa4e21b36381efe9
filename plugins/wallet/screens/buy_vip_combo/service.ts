import type { ResultOf } from '@waypost/contract';
import { readPayConfig } from '../../chain/config/pay-config.ts';
import { describeMembership } from '../../members/describe.ts';
import { quotesFor, type StoredPlan } from '../../orders/make-order.ts';
import { PayType } from '../../orders/values.ts';
import type { Quote } from '../../plans/quote.ts';
import { LIMIT_KINDS, type Limits } from '../../plans/values.ts';
import type { Wallet } from '../../wallet.ts';
import { planResource } from '../vip_combo/resource.ts';
import type { Offer, offersCall } from './calls.ts';

/** Plans that are offered at once. */
const MOST_OFFERS = 50;

/** What an account can buy, at what price, and what it has. */
export async function offersFor(wallet: Wallet, account: string): Promise<ResultOf<typeof offersCall>> {
  const { context, transfer } = wallet;
  const plans = await context
    .model(planResource)
    .find({ state: 'on', remove_time: null })
    .sort({ sort: -1, _id: 1 })
    .limit(MOST_OFFERS)
    .lean();
  const { quoteOf } = await quotesFor(wallet, account);
  const offers = plans.map((plan) => offerOf(plan, quoteOf(plan)));
  const [balance] = await context.ledger.balances([account]);
  const hasTransfer = (await transfer?.isOn()) === true;
  const { bank_switch } = await readPayConfig(context);
  return {
    offers,
    balance: balance?.available ?? '0',
    membership: await describeMembership(wallet, account),
    pay_types: [...(hasTransfer ? [PayType.trc20] : []), PayType.balance],
    can_top_up: hasTransfer || bank_switch === 1,
  };
}

function offerOf(plan: StoredPlan, quote: Quote): Offer {
  return {
    id: String(plan._id),
    name: plan.name,
    description: plan.description,
    list_price: plan.price,
    credit: String(quote.credit),
    is_rounded: quote.isRounded,
    price: String(quote.price),
    days: plan.days,
    limits: Object.fromEntries(LIMIT_KINDS.map((kind) => [kind, plan[kind] ?? null])) as Limits,
    kind: quote.kind,
    from: isoOf(quote.from),
    until: isoOf(quote.until),
    is_open: quote.price > 0n,
  };
}

const isoOf = (time: number): string => new Date(time).toISOString();
