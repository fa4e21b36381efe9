import { DEFAULT_CURRENCY, defineResource, field, zAmount, zTime } from '@waypost/contract';
import { z } from 'zod';
import { BALANCE_KINDS, BILL_KINDS } from './values.ts';

/** Lines that a list counts. */
const MOST_COUNTED = 10_000;
const shown = { write: 'none', list: true } as const;
const money = { ...shown, currency: DEFAULT_CURRENCY } as const;

/**
 * Lines of bills as lists show them, with the same words on every screen. Nobody writes them, and they are the ledger's: calls of
 * their own answer them (calls.ts).
 */
function billResource(area: string, { kinds, isOfAll }: { kinds: readonly string[]; isOfAll: boolean }) {
  return defineResource({
    name: 'wallet.bill',
    area,
    title: 'type',
    access: 'own',
    calls: ['inquire', 'user_inquire'],
    fields: {
      type: field(z.string(), { ...shown, filter: 'in', options: kinds, priority: 0 }),
      account: field(z.string(), { ...shown, search: isOfAll, priority: 1 }),
      phone: field(z.string(), { ...shown, search: isOfAll, priority: 4 }),
      change: field(zAmount, { ...money, priority: 0 }),
      before: field(zAmount, { ...money, priority: 2 }),
      after: field(zAmount, { ...money, priority: 1 }),
      remark: field(z.string(), { ...shown, priority: 5 }),
      time: field(zTime, { ...shown, sort: true, filter: 'range', priority: 3 }),
    },
    countLimit: MOST_COUNTED,
    defaultSort: { field: 'time', order: 'desc' },
  });
}

/** Everybody's, which are searched by people, and the own ones. */
export const BILL_RESOURCES = {
  bill: {
    all: billResource('bill', { kinds: BILL_KINDS, isOfAll: true }),
    own: billResource('bill', { kinds: BILL_KINDS, isOfAll: false }),
  },
  bill_credit: {
    all: billResource('bill_credit', { kinds: BALANCE_KINDS, isOfAll: true }),
    own: billResource('bill_credit', { kinds: BALANCE_KINDS, isOfAll: false }),
  },
};
