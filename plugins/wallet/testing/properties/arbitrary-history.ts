import { AppError } from '@waypost/contract';
import type { Person } from '@waypost/sdk/testing';
import fc from 'fast-check';
import type { Deposit } from '../../chain/deposits/deposit.ts';
import type { StoredOrder } from '../../orders/stored.ts';
import { PayType } from '../../orders/values.ts';
import { transferResource } from '../../screens/usdt_transaction_record/resource.ts';
import type { Process } from './process.ts';
import { crashAt, HOWS, type Sent, type World } from './world.ts';

/** What can happen; orders and transfers by their place in the order of their making. */
export type Action =
  | { kind: 'recharge'; who: number; amount: number }
  | { kind: 'order' | 'buy'; who: number; plan: number }
  | { kind: 'send'; which: number; how: (typeof HOWS)[number] }
  | { kind: 'mine'; blocks: number }
  | { kind: 'reorganise'; depth: number; isDropped: boolean }
  | { kind: 'look' | 'end' | 'check' | 'tend' }
  | { kind: 'wait'; minutes: number }
  | { kind: 'provider'; which: number; fault: (typeof FAULTS)[number] }
  | { kind: 'resolve'; which: number; decision: 'order' | 'account' | 'not_ours' };
const FAULTS = ['none', 'limited', 'breaks_off', 'lies_solid', 'is_down', 'is_nonsense', 'behind'] as const;
const faultOf: Readonly<Record<(typeof FAULTS)[number], object>> = {
  none: {},
  limited: { limited: 3 },
  breaks_off: { breaks_off: 3 },
  lies_solid: { lies_solid: true },
  is_down: { is_down: true },
  is_nonsense: { is_nonsense: true },
  behind: { behind: 5 },
};
const SOLID_LAG = 18;
const who = fc.nat(1);
const which = fc.nat(20);
const plan = fc.nat(2);

const anything: fc.Arbitrary<Action> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('recharge' as const), who, amount: fc.nat(30) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('order' as const, 'buy' as const), who, plan }) },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('send' as const), which, how: fc.constantFrom(...HOWS) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('mine' as const), blocks: fc.constantFrom(1, 5, 20) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('reorganise' as const),
      depth: fc.integer({ min: 1, max: SOLID_LAG }),
      isDropped: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('look' as const, 'end' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('check' as const, 'tend' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.constantFrom(2, 59, 70) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('provider' as const),
      which: fc.nat(1),
      fault: fc.constantFrom(...FAULTS),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('resolve' as const),
      which,
      decision: fc.constantFrom('order' as const, 'account' as const, 'not_ours' as const),
    }),
  },
);

/** What takes more than there is, sooner or later. */
const spending: fc.Arbitrary<Action> = fc.record({
  kind: fc.constant('buy' as const),
  who,
  plan: fc.constantFrom(1, 2, 2),
});

/** What happens, and at which step of each the process ends before it is done again. */
export const happening = (
  lengths: { minLength: number; maxLength: number },
  action: fc.Arbitrary<Action> = anything,
) => fc.array(fc.record({ action, at: fc.option(fc.nat(45), { nil: -1 }) }), lengths);

/** The same where half of it is spending. */
export const spendingAndMore = (lengths: { minLength: number; maxLength: number }) =>
  happening(lengths, fc.oneof(spending, anything));

/** Two buyers of one history, what they have opened, and calls that can be made once more. */
export interface History {
  buyers: Person[];
  opened: Deposit[];
  sent: Sent[];
  again: ((process: Process) => Promise<unknown>)[];
}

export async function newHistory(world: World): Promise<History> {
  const buyers = [(await world.newBuyer()).buyer, (await world.newBuyer()).buyer];
  return { buyers, opened: [], sent: [], again: [] };
}

/** Refusals are answers; a second call that finds its decision made has made it before its process was gone. */
const answered = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
};

/** Does one thing, in a process that ends at a step of it and in the next one. */
export async function act(
  world: World,
  history: History,
  { action, at }: { action: Action; at: number },
): Promise<void> {
  const { t, node } = world;
  const twice = async <T>(work: (process: Process) => Promise<T>) => (await crashAt(world, at, work)).answer;
  switch (action.kind) {
    case 'recharge':
    case 'order':
    case 'buy':
      return open(world, history, action, twice);
    case 'send': {
      const to = history.opened[action.which % Math.max(1, history.opened.length)];
      if (to !== undefined) history.sent.push(await world.send(to, action.how));
      return;
    }
    case 'mine':
      await node.control('mine', { blocks: action.blocks });
      return;
    case 'reorganise':
      return reorganise(world, history, action);
    case 'wait':
      t.clock.set(new Date(t.clock.now() + action.minutes * 60_000));
      await node.control('skew', { ms: t.clock.now() - Date.now() });
      return;
    case 'provider':
      await node.control('faults', { provider: action.which, faults: faultOf[action.fault] });
      return;
    case 'resolve':
      return resolve(world, history, action, twice);
    default:
      t.clock.set(new Date(t.clock.now() + 61_000));
      await twice((process) => process[action.kind]());
      history.again.push((process) => process[action.kind]());
  }
}

type Twice = <T>(work: (process: Process) => Promise<T>) => Promise<T>;

async function open(
  world: World,
  history: History,
  action: Extract<Action, { kind: 'recharge' | 'order' | 'buy' }>,
  twice: Twice,
): Promise<void> {
  const person = history.buyers[action.who] as Person;
  let call: (process: Process) => Promise<unknown>;
  if (action.kind === 'recharge') {
    const wish = { amount: String(1_000_000 + action.amount), key: crypto.randomUUID() };
    call = (process) => answered(process.recharge(person, wish));
  } else {
    const type = action.kind === 'buy' ? PayType.balance : PayType.trc20;
    const wish = await world.wishFor(person, action.plan, type);
    if (BigInt(wish.price) <= 0n) return;
    call = (process) => answered(process.buy(person, wish));
  }
  const made = await twice(call);
  if (typeof made === 'string') return;
  history.again.push(call);
  const { id, _id } = made as { id?: string; _id?: StoredOrder['_id'] };
  const deposit = await world.depositOf(id ?? String(_id));
  if (deposit !== null) history.opened.push(deposit);
}

async function reorganise(
  world: World,
  { sent }: History,
  { depth, isDropped }: { depth: number; isDropped: boolean },
): Promise<void> {
  // What no block has yet is in none of those that are taken back: a block for all that wait.
  await world.node.control('mine', { blocks: 1 });
  const { head, solid } = (await world.node.control('heads', {})) as { head: number; solid: number };
  const most = Math.min(depth, head - solid);
  // Only what was sent last is certainly in blocks that are not solid: whatever was is solid stays.
  const last = isDropped && most === SOLID_LAG ? sent.filter(({ isDropped: was }) => !was).at(-1) : undefined;
  const dropped = last !== undefined && (await isFresh(world, last, solid)) ? [last] : [];
  await world.node.control('reorganise', { depth: Math.max(1, most), dropped: dropped.map(({ id }) => id) });
  for (const one of dropped) one.isDropped = true;
}

/** Whether a transaction stands in a block that is not solid. */
async function isFresh({ node }: World, { id }: Sent, solid: number): Promise<boolean> {
  const answer = await fetch(`${node.providers[0]}/wallet/gettransactioninfobyid`, {
    method: 'POST',
    body: JSON.stringify({ value: id }),
  });
  if (!answer.ok) return false;
  const text = await answer.text();
  const block = Number(/"blockNumber":\s*(\d+)/.exec(text)?.[1] ?? 0);
  return block > solid;
}

async function resolve(
  world: World,
  history: History,
  { which, decision }: Extract<Action, { kind: 'resolve' }>,
  twice: Twice,
): Promise<void> {
  const own = history.opened.map(({ address }) => address);
  const rows = await world.t
    .rows(transferResource)
    .all({ state: 'unmatched', receiver: { $in: own } } as never);
  const row = rows[which % Math.max(1, rows.length)];
  if (row === undefined) return;
  const [order, account] = [history.opened[0]?.order, history.buyers[0]?.id];
  const body = {
    id: String(row._id),
    decision,
    reason: 'They sent a picture of it',
    ...(decision === 'order' && order !== undefined ? { order } : {}),
    ...(decision === 'account' && account !== undefined ? { account } : {}),
  };
  const call = (process: Process) => answered(process.resolve(world.root, body));
  await twice(call);
  history.again.push(call);
}
