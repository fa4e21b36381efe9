import type { ResultOf } from '@waypost/contract';
import { addDays } from '@waypost/contract';
import { type PluginContext, todayOf } from '@waypost/sdk';
import { bankTopUpResource } from '../bank/resource.ts';
import { transferResource } from '../screens/usdt_transaction_record/resource.ts';
import { withdrawalResource } from '../withdrawals/resource.ts';
import { OPEN_PHASES, UNPAID_PHASES } from '../withdrawals/values.ts';
import type { moneyNowCall } from './calls.ts';
import { spanOf } from './close-day.ts';
import type { DaySpan } from './figures.ts';

type MoneyNow = ResultOf<typeof moneyNowCall>;

/** Every account's balance is read: whoever looks again within that time is told the same. */
const KEPT_MS = 30_000;

/** Reads what was received today and the day before, what people have, and which withdrawals wait. */
export function createMoneyNow(context: PluginContext): () => Promise<MoneyNow> {
  let read: { until: number; money: Promise<MoneyNow> } | undefined;
  return () => {
    const now = context.clock.now();
    if (read === undefined || now >= read.until) {
      const money = readMoney(context);
      read = { until: now + KEPT_MS, money };
      money.catch(() => {
        read = undefined;
      });
    }
    return read.money;
  };
}

async function readMoney(context: PluginContext): Promise<MoneyNow> {
  const today = todayOf(context);
  const [received, before, owed, withdrawals] = await Promise.all([
    receivedIn(context, spanOf(context, today)),
    receivedIn(context, spanOf(context, addDays(today, -1))),
    owedNow(context),
    waitingNow(context),
  ]);
  return {
    received: String(received),
    received_before: String(before),
    owed: String(owed),
    withdrawals: withdrawals.length,
    withdrawn: String(withdrawals.reduce((sum, { amount }) => sum + BigInt(amount), 0n)),
  };
}

/** What came onto balances in a day: over the chain, and by bank. */
async function receivedIn(context: PluginContext, { from, until }: DaySpan): Promise<bigint> {
  const time = { $gte: from, $lt: until };
  const [transfers, topUps] = await Promise.all([
    context.model(transferResource).find({ credited_time: time }, { received: 1 }).lean(),
    context.model(bankTopUpResource).find({ state: 'approved', decided_time: time }, { amount: 1 }).lean(),
  ]);
  return [...transfers.map(({ received }) => received), ...topUps.map(({ amount }) => amount)].reduce(
    (sum, amount) => sum + BigInt(amount),
    0n,
  );
}

/** What people have, held amounts among it. Bills of before are not read: whether they add up is the daily close's question. */
async function owedNow(context: PluginContext): Promise<bigint> {
  const known = { until: context.clock.date().toISOString(), billed: '0' };
  const { available, held } = await context.ledger.standing({ known });
  return BigInt(available) + BigInt(held);
}

/** Those that somebody has to decide, and those that are approved and not paid yet. */
const waitingNow = (context: PluginContext) =>
  context
    .model(withdrawalResource)
    .find({ phase: { $in: [...OPEN_PHASES, ...UNPAID_PHASES] } }, { amount: 1 })
    .lean();
