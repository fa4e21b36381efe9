import type { CollectionDeclaration, PluginContext } from '@waypost/sdk';

/** What an agent's customers came to. Amounts in smallest units; as the store hands them over they may be any kind of whole number. */
export interface Sums<Amount = bigint> {
  /** Orders that were paid. */
  orders: number;
  /** What they cost, and what of it was given back. */
  turnover: Amount;
  refunded: Amount;
  /** What the agent got of it, and what of that was taken back. */
  earned: Amount;
  returned: Amount;
}
export const NOTHING: Sums = { orders: 0, turnover: 0n, refunded: 0n, earned: 0n, returned: 0n };

/** Sums of one agent in one day or month of TIME_ZONE, by when it happened: what is given back counts on its own day. */
export interface AgentSum extends Sums {
  /** `<agent>/<period>` */
  _id: string;
  agent: string;
  kind: 'day' | 'month';
  /** yyyy-mm-dd or yyyy-mm */
  period: string;
  /** Who bought of this agent for the first time ever. */
  customers: number;
}

/** Sums of one customer under one agent, over the whole time. */
export interface AgentCustomer extends Sums {
  /** `<agent>/<customer>` */
  _id: string;
  agent: string;
  customer: string;
  /** Of the first and of the latest order. */
  first_time: Date;
  last_time: Date;
}

const SUM_FIELDS = { orders: Number, turnover: BigInt, refunded: BigInt, earned: BigInt, returned: BigInt };
/** What totals are made of: of all agents there are many rows. */
export const SUMMED = {
  _id: 0,
  period: 1,
  customers: 1,
  orders: 1,
  turnover: 1,
  refunded: 1,
  earned: 1,
  returned: 1,
} as const;
const AGENT_SUMS: CollectionDeclaration<AgentSum> = {
  name: 'agent_sum',
  onUninstall: 'keep',
  fields: { _id: String, agent: String, kind: String, period: String, customers: Number, ...SUM_FIELDS },
  indexes: [{ keys: { agent: 1, kind: 1, period: -1 } }, { keys: { kind: 1, period: -1, agent: 1 } }],
};
const AGENT_CUSTOMERS: CollectionDeclaration<AgentCustomer> = {
  name: 'agent_customer',
  onUninstall: 'keep',
  fields: {
    _id: String,
    agent: String,
    customer: String,
    first_time: Date,
    last_time: Date,
    ...SUM_FIELDS,
  },
  indexes: [
    { keys: { agent: 1, turnover: -1, _id: 1 } },
    { keys: { agent: 1, last_time: -1, _id: 1 } },
    { keys: { turnover: -1, _id: 1 } },
    { keys: { last_time: -1, _id: 1 } },
    { keys: { customer: 1 } },
  ],
};

export const agentSums = (context: PluginContext) => context.collection(AGENT_SUMS);
export const agentCustomers = (context: PluginContext) => context.collection(AGENT_CUSTOMERS);
