import { DEFAULT_CURRENCY, defineResource, field, zAmount, zTime } from '@waypost/contract';
import { z } from 'zod';
import { MOST_COUNTED } from '../orders/values.ts';
import { BANK_STATES } from './values.ts';

const own = { write: 'none' } as const;
const secret = { ...own, secret: true } as const;
const joined = { stored: false, write: 'none' } as const;

/** Money that a customer says to have sent by bank; it is on the balance once an operator has found it on the bank's statement. */
export const bankTopUpResource = defineResource({
  name: 'wallet.bank_top_up',
  area: 'bank_top_up',
  title: 'number',
  access: 'own',
  onUninstall: 'keep',
  calls: ['inquire', 'user_inquire', 'details'],
  countLimit: MOST_COUNTED,
  fields: {
    number: field(z.string(), { ...own, list: true, search: true, unique: true }),
    /** Smallest units. */
    amount: field(zAmount, { ...own, list: true, currency: DEFAULT_CURRENCY }),
    /** By what the transfer is found at the bank. */
    reference: field(z.string(), { ...own, list: true, search: true }),
    state: field(z.enum(BANK_STATES), {
      ...own,
      list: true,
      filter: 'equals',
      quick: true,
      options: BANK_STATES,
      default: 'waiting',
    }),
    /** Why it was refused; its owner reads it. */
    reason: field(z.string(), { ...own, list: true, default: '' }),
    decided_time: field(zTime.nullable(), { ...own, list: true, default: null }),
    /** Id of who decided; empty: nobody has. */
    decider: field(z.string(), { ...secret, default: '' }),
    /** The reference without blanks and capitals, by which the same one is known again. */
    reference_key: field(z.string(), secret),
    /** False: its end is still to be told to its owner. */
    is_told: field(z.boolean(), { ...secret, default: true }),
    /** By what the same press is known again. */
    key: field(z.string(), secret),
    owner_account: field(z.string(), { ...joined, list: true }),
    /** Who decided, for operators. */
    decided_by: field(z.string(), { ...joined, list: 'hidden' }),
    /** Number of another one with this reference that was approved, for operators; empty: there is none. */
    same_reference: field(z.string(), joined),
  },
  indexes: [
    { keys: { owner: 1, key: 1 }, unique: true },
    { keys: { owner: 1, create_time: -1, _id: -1 } },
    { keys: { state: 1, create_time: -1, _id: -1 } },
    { keys: { create_time: -1, _id: -1 } },
    { keys: { reference_key: 1, state: 1 } },
    { keys: { decided_time: 1 } },
    { keys: { is_told: 1 }, partial: { is_told: false } },
  ],
  defaultSort: { field: 'create_time', order: 'desc' },
});
