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
import { sumFields } from '../agent_daily_statistics/resource.ts';

const own = { write: 'none' } as const;
const person = field(zId, { ...own, ref: accountReference, filter: 'equals' });
const account = field(z.string(), { ...own, list: true });

/** What the customers of one agent came to in one month. */
export const agentMonth = defineResource({
  name: 'wallet.agent_month',
  area: 'agent_historical_statistics',
  title: 'period',
  access: 'all',
  calls: ['inquire'],
  fields: {
    period: field(z.string(), { ...own, list: true, sort: true }),
    agent: person,
    agent_account: account,
    ...sumFields,
    customers: field(z.int(), { ...own, list: true }),
  },
  defaultSort: { field: 'period', order: 'desc' },
});

/** What one customer came to over the whole time. */
export const agentCustomer = defineResource({
  name: 'wallet.agent_customer',
  area: 'agent_historical_statistics',
  title: 'customer_account',
  access: 'all',
  calls: ['inquire'],
  fields: {
    customer: person,
    customer_account: account,
    agent: person,
    agent_account: account,
    ...sumFields,
    turnover: field(zAmount, { ...own, list: true, sort: true, currency: DEFAULT_CURRENCY }),
    first_time: field(zTime, { ...own, list: 'hidden' }),
    last_time: field(zTime.nullable(), { ...own, list: true, sort: true }),
  },
  defaultSort: { field: 'turnover', order: 'desc' },
});
