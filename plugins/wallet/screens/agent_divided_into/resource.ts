import {
  accountReference,
  DEFAULT_CURRENCY,
  defineResource,
  field,
  zAmount,
  zId,
  zTime,
} from '@waypost/contract';
import { z } from 'zod';
import { MOST_COUNTED } from '../../orders/values.ts';

const own = { write: 'none' } as const;
const joined = { ...own, stored: false } as const;
const money = { ...own, currency: DEFAULT_CURRENCY, list: true } as const;

/** What an agent got of one order of a customer, written with the payment; `returned` with a refund. */
export const shareResource = defineResource({
  name: 'wallet.share',
  area: 'agent_divided_into',
  title: 'number',
  access: 'all',
  onUninstall: 'keep',
  calls: ['inquire'],
  fields: {
    number: field(z.string(), { ...own, list: true }),
    /** Id of the order; each has one row at most. */
    order: field(zId, { ...own, unique: true }),
    agent: field(zId, { ...own, ref: accountReference, filter: 'equals' }),
    customer: field(zId, { ...own, ref: accountReference, filter: 'equals' }),
    plan_name: field(z.string(), { ...own, list: true, default: '' }),
    /** What the order cost; smallest units, as all amounts. */
    price: field(zAmount, money),
    /** Basis points of the price. */
    points: field(z.int(), { ...own, list: true }),
    earned: field(zAmount, money),
    /** What was taken back of it because the order was refunded. */
    returned: field(zAmount, { ...money, default: '0' }),
    /** When the order was paid. */
    time: field(zTime, { ...own, list: true, sort: true, filter: 'range' }),
    agent_account: field(z.string(), { ...joined, list: true }),
    customer_account: field(z.string(), { ...joined, list: true }),
  },
  indexes: [
    { keys: { time: -1, _id: -1 } },
    { keys: { agent: 1, time: -1, _id: -1 } },
    { keys: { customer: 1, time: -1, _id: -1 } },
    { keys: { agent: 1, customer: 1, time: -1, _id: -1 } },
  ],
  defaultSort: { field: 'time', order: 'desc' },
  countLimit: MOST_COUNTED,
});
