import type { Person } from '@waypost/sdk/testing';
import { PAYER, startChain } from '../../../../tests/chain-place.ts';
import { type Deposit, deposits } from '../../chain/deposits/deposit.ts';
import { members } from '../../members/member.ts';
import { type PlanWish, quotePlan, type StoredPlan } from '../../orders/make-order.ts';
import type { StoredOrder } from '../../orders/stored.ts';
import { orderResource } from '../../screens/order/resource.ts';
import { transferResource } from '../../screens/usdt_transaction_record/resource.ts';
import { planResource } from '../../screens/vip_combo/resource.ts';
import { failingContext, ProcessGone } from '../failing-context.ts';
import { type Process, startProcess } from './process.ts';

/** A transfer that somebody has made on the chain. */
export interface Sent {
  id: string;
  to: string;
  value: bigint;
  how: How;
  /** Taken back by a reorganisation, for ever. */
  isDropped: boolean;
}
export const HOWS = ['exact', 'under', 'over', 'twice', 'huge', 'other', 'failed', 'nothing'] as const;
export type How = (typeof HOWS)[number];

const LOOK_ALIKE = 'TDmEWPYotmrXW4X49WMJTMostcezCiksPw';
/** More than a balance can hold. */
const HUGE = 10n ** 18n;
/** Enough for the largest plan once: what comes after is refused, or paid by what comes over the chain. */
const MONEY = '40000000';
const PLANS = [
  ['Tiny', '7'],
  ['Odd', '1000001'],
  ['Large', '33333333'],
] as const;
/** Percent that agents earn, such that something is rounded off. */
const RATIOS = [12.34, 33.33];

/** The plugin, a chain that two providers tell of, plans and an operator. Everything is in one store that goes on and on. */
export async function startWorld() {
  const place = await startChain({ providers: 2 });
  const { t, node } = place;
  await node.control('token', { address: LOOK_ALIKE, symbol: 'USDT', name: 'Tether USD', decimals: 6 });
  const plans: StoredPlan[] = [];
  for (const [name, price] of PLANS)
    plans.push(
      (await t.rows(planResource).add({ name, price, days: 30, state: 'on' } as never)) as StoredPlan,
    );
  const root = await t.person('root.person', { role: 'administrator' });
  const people: Person[] = [];
  const sent: Sent[] = [];
  let serial = 0;

  const newPerson = async () => {
    serial += 1;
    const person = await t.person(`person.${serial}`);
    people.push(person);
    return person;
  };
  const nowProcess = () => startProcess(t.context);

  return {
    ...place,
    plans,
    root,
    people,
    sent,
    process: nowProcess,
    /** Somebody with money, below an agent who earns. */
    async newBuyer({
      money = MONEY,
      ratio = RATIOS[(serial >> 1) % RATIOS.length] ?? 0,
    }: {
      money?: string;
      /** Percent. */
      ratio?: number;
    } = {}): Promise<{ buyer: Person; agent: Person }> {
      const [buyer, agent] = [await newPerson(), await newPerson()];
      await place.know(buyer.id, { superior: agent.id });
      await place.know(agent.id, { share_ratio: ratio });
      if (money !== '0') await place.give(buyer.id, money);
      return { buyer, agent };
    },
    /** What somebody presses who is shown a plan now. */
    async wishFor(person: Person, plan: number, pay_type: PlanWish['pay_type']): Promise<PlanWish> {
      const offered = plans[plan % plans.length] as StoredPlan;
      const { quote } = await quotePlan(nowProcess().wallet, { plan: offered, account: person.id });
      const key = crypto.randomUUID();
      return { plan: String(offered._id), price: String(quote.price), kind: quote.kind, pay_type, key };
    },
    /** The payment of an order. */
    depositOf: async (order: string) =>
      (await deposits(t.context).findOne({ order }).lean()) as Deposit | null,
    /** Sends something to an address; it waits for the next block. */
    async send(to: { address: string; amount: string }, how: How): Promise<Sent> {
      const amount = BigInt(to.amount);
      const value = {
        exact: amount,
        twice: amount,
        other: amount,
        failed: amount,
        nothing: 0n,
        huge: HUGE,
        under: amount / 2n + 1n,
        over: amount + 5_000_000n,
      }[how];
      const moved = {
        from: PAYER,
        to: to.address,
        value: String(value),
        ...(how === 'other' ? { contract: LOOK_ALIKE } : {}),
      };
      const transfers = how === 'twice' ? [moved, moved] : [moved];
      const id = String(await node.control('transfer', { transfers, is_failed: how === 'failed' }));
      const one: Sent = { id, to: to.address, value, how, isDropped: false };
      sent.push(one);
      return one;
    },
    /** Until nothing is on its way any more: blocks are solid, providers are well, and every address was looked at. */
    async settle(): Promise<void> {
      for (const provider of [0, 1]) await node.control('faults', { provider, faults: {} });
      await node.settle();
      // Whoever said something wrong is believed again after ten minutes; processes that have just been started ask at once.
      for (let round = 0; round < 2; round += 1) {
        t.clock.set(new Date(t.clock.now() + 61_000));
        await deposits(t.context).updateMany({}, { $set: { next_look_time: t.clock.date() } });
        await nowProcess().look();
      }
    },
    /** Everything that people can see of one of them, in a form that two worlds can be compared by. */
    async stateOf(person: Person) {
      const orders = (await t.rows(orderResource).all({ owner: person.id } as never)) as StoredOrder[];
      const member = await members(t.context).findById(person.id).lean();
      const paid = (await deposits(t.context).find({ owner: person.id }).lean()) as Deposit[];
      const records = await t.rows(transferResource).all({
        receiver: { $in: paid.map(({ address }) => address) },
      } as never);
      const { content } = await t.context.ledger.bill({ account: person.id, page: 1, page_size: 100 });
      return {
        orders: orders
          .map(({ status, settlement, price, share, kind }) =>
            [status, settlement, price, share, kind].join(' '),
          )
          .sort(),
        deposits: paid.map(({ total, pending, settlement }) => [total, pending, settlement].join(' ')).sort(),
        transfers: records.map(({ state, reason, amount }) => [state, reason, amount].join(' ')).sort(),
        bill: content.map(({ change, type }) => `${type} ${change}`),
        member: [member?.seq ?? 0, member?.value ?? '0', await place.memberships.until(person.id)].join(' '),
      };
    },
  };
}

export type World = Awaited<ReturnType<typeof startWorld>>;

/**
 * Makes a call or runs a job in a process that ends at its nth step, and once more in a new one.
 * @returns whether the first one came to its end
 */
export async function crashAt<T>(
  { t }: Pick<World, 't'>,
  at: number,
  work: (process: Process) => Promise<T>,
): Promise<{ isThrough: boolean; answer: T }> {
  const gone = failingContext(t.context, at);
  try {
    await work(startProcess(gone.context));
  } catch (error) {
    if (!gone.isGone()) throw error;
    // Whoever is told of a process that is gone cannot say it in any other way.
    if (!(error instanceof ProcessGone || error instanceof Error)) throw error;
  }
  return { isThrough: !gone.isGone(), answer: await work(startProcess(t.context)) };
}
