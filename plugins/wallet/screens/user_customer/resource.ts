import { DEFAULT_CURRENCY, defineResource, field, zAmount, zTime } from '@waypost/contract';
import { z } from 'zod';
import { STANDINGS } from '../../members/rules.ts';

const own = { write: 'none' } as const;
const money = { ...own, list: true, currency: DEFAULT_CURRENCY } as const;

/** Columns of an agent's own customers. They are made of accounts and of sums that payments write. */
export const customerResource = defineResource({
  name: 'wallet.customer',
  area: 'user_customer',
  title: 'account',
  access: 'all',
  calls: ['inquire', 'details'],
  fields: {
    account: field(z.string(), { ...own, list: true, search: true }),
    name: field(z.string(), { ...own, list: true }),
    is_disabled: field(z.boolean(), own),
    standing: field(z.enum(STANDINGS), { ...own, list: true, options: STANDINGS }),
    plan_name: field(z.string(), { ...own, list: true }),
    until: field(zTime.nullable(), { ...own, list: true, sort: true }),
    orders: field(z.int(), { ...own, list: true }),
    spent: field(zAmount, money),
    kept: field(zAmount, money),
    last_time: field(zTime.nullable(), { ...own, list: 'hidden' }),
    joined_time: field(zTime, { ...own, list: true, sort: true }),
  },
  defaultSort: { field: 'joined_time', order: 'desc' },
});
