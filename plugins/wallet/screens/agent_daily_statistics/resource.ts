import { accountReference, DEFAULT_CURRENCY, defineResource, field, zAmount, zId } from '@waypost/contract';
import { z } from 'zod';

const own = { write: 'none' } as const;
const money = field(zAmount, { ...own, list: true, currency: DEFAULT_CURRENCY });

/** Columns of a list of sums. */
export const sumFields = {
  orders: field(z.int(), { ...own, list: true }),
  turnover: money,
  refunded: money,
  earned: money,
  returned: money,
  kept: money,
};

/** What the customers of one agent came to on one day. It is made of sums that payments write. */
export const agentDay = defineResource({
  name: 'wallet.agent_day',
  area: 'agent_daily_statistics',
  title: 'period',
  access: 'all',
  calls: ['inquire'],
  fields: {
    period: field(z.string(), { ...own, list: true, sort: true }),
    agent: field(zId, { ...own, ref: accountReference, filter: 'equals' }),
    agent_account: field(z.string(), { ...own, list: true }),
    ...sumFields,
    customers: field(z.int(), { ...own, list: true }),
  },
  defaultSort: { field: 'period', order: 'desc' },
});
