import type { ResultOf } from '@waypost/contract';
import { limitsOfAccount } from '../../members/entitlements.ts';
import { findMember } from '../../members/member.ts';
import { daysMs, standingOf } from '../../members/rules.ts';
import { quotePlan, type StoredPlan } from '../../orders/make-order.ts';
import { PayType } from '../../orders/values.ts';
import { LIMIT_KINDS, type Limits } from '../../plans/values.ts';
import { requireMemberships, type Wallet } from '../../wallet.ts';
import { planResource } from '../vip_combo/resource.ts';
import type { Offer, offersCall } from './calls.ts';

/** Plans that are offered at once. */
const MOST_OFFERS = 50;

/** What an account can buy, at what price, and what it has. */
export async function offersFor(wallet: Wallet, account: string): Promise<ResultOf<typeof offersCall>> {
  const { context, readSettings, transfer } = wallet;
  const plans = (await context
    .model(planResource)
    .find({ state: 'on', remove_time: null } as never)
    .sort({ sort: -1, _id: 1 })
    .limit(MOST_OFFERS)
    .lean()) as StoredPlan[];
  const offers: Offer[] = [];
  for (const plan of plans) offers.push(await offerOf(wallet, plan, account));
  const until = await requireMemberships(context).until(account);
  const member = await findMember(context, account);
  const { grace_days: graceDays } = await readSettings();
  const [balance] = await context.ledger.balances([account]);
  return {
    offers,
    balance: balance?.available ?? '0',
    membership: {
      standing: standingOf(until, { now: context.clock.now(), graceDays }),
      plan: member?.plan ?? null,
      plan_name: member?.plan_name ?? '',
      until,
      grace_until: until === null ? null : new Date(Date.parse(until) + daysMs(graceDays)).toISOString(),
      limits: (await limitsOfAccount(wallet, account, undefined)) ?? NO_LIMITS,
    },
    pay_types: [...((await transfer?.isOn()) ? [PayType.trc20] : []), PayType.balance],
  };
}

const NO_LIMITS = Object.fromEntries(LIMIT_KINDS.map((kind) => [kind, null])) as Limits;

async function offerOf(wallet: Wallet, plan: StoredPlan, account: string): Promise<Offer> {
  const { quote } = await quotePlan(wallet, { plan, account });
  return {
    ...{ id: String(plan._id), name: plan.name, description: plan.description, list_price: plan.price },
    ...{ credit: String(quote.credit), is_rounded: quote.isRounded, price: String(quote.price) },
    days: plan.days,
    limits: Object.fromEntries(LIMIT_KINDS.map((kind) => [kind, plan[kind] ?? null])) as Limits,
    ...{ kind: quote.kind, from: isoOf(quote.from), until: isoOf(quote.until), is_open: quote.price > 0n },
  };
}

const isoOf = (time: number): string => new Date(time).toISOString();
