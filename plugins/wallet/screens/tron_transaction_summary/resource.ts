import { DEFAULT_CURRENCY, defineResource, field, zAmount, zTime } from '@waypost/contract';
import { z } from 'zod';
import { NETWORKS } from '../../chain/networks/values.ts';
import { MOST_COUNTED } from '../../orders/values.ts';
import { PURPOSES, SENDING_PHASES, SENDING_STATUSES, SENT_TOKENS } from '../../sending/values.ts';

const own = { write: 'none' } as const;
const secret = { ...own, secret: true } as const;
const money = { ...own, currency: DEFAULT_CURRENCY } as const;

/**
 * A transaction that was made here: its bytes are kept before they are signed, and with their signature before anybody hears of
 * them. The same bytes are sent until they are on the chain for good, or can never be.
 */
export const sendingResource = defineResource({
  name: 'wallet.sending',
  area: 'tron_transaction_summary',
  title: 'number',
  access: 'all',
  onUninstall: 'keep',
  calls: ['inquire', 'details'],
  countLimit: MOST_COUNTED,
  fields: {
    number: field(z.string(), { ...own, list: true, search: true, unique: true }),
    purpose: field(z.enum(PURPOSES), { ...own, list: true, filter: 'in', quick: true, options: PURPOSES }),
    /** The hash that the chain knows it by: that of its bytes. */
    transaction: field(z.string(), { ...own, list: true, search: true }),
    sender: field(z.string(), { ...own, list: true, search: true }),
    receiver: field(z.string(), { ...own, list: true, search: true }),
    amount: field(zAmount, { ...money, list: true }),
    token: field(z.enum(SENT_TOKENS), { ...own, list: 'hidden', filter: 'in', options: SENT_TOKENS }),
    status: field(z.enum(SENDING_STATUSES), {
      ...own,
      list: true,
      filter: 'in',
      quick: true,
      options: SENDING_STATUSES,
      default: 'open',
    }),
    phase: field(z.enum(SENDING_PHASES), {
      ...own,
      list: true,
      filter: 'in',
      options: SENDING_PHASES,
      default: 'prepared',
    }),
    /** What a node or the signer said last, or why it has ended so: a stable word. */
    remark: field(z.string(), { ...own, list: true, default: '' }),
    /** What was burned for it, and what was thought so, in TRX. */
    fee: field(zAmount, { ...money, list: 'hidden', default: '0' }),
    fee_estimate: field(zAmount, { ...money, list: 'hidden', default: '0' }),
    fee_limit: field(zAmount, { ...money, default: '0' }),
    network: field(z.enum(NETWORKS), own),
    contract: field(z.string(), own),
    block: field(z.int(), { ...own, default: 0 }),
    /** When it was broadcast first, and when it has ended. */
    sent_time: field(zTime.nullable(), { ...own, list: 'hidden', default: null }),
    end_time: field(zTime.nullable(), { ...own, list: 'hidden', default: null }),
    /** The withdrawal, or the step of a run, and which try of it this is. */
    subject: field(z.string(), { ...own, filter: 'equals' }),
    attempt: field(z.int(), { ...own, default: 1 }),
    /** Run that it belongs to; empty: none. */
    run: field(z.string(), { ...own, filter: 'equals', default: '' }),
    /** Until when it counts, milliseconds of the chain's clock. */
    expiration: field(z.int(), own),
    key: field(z.string(), secret),
    key_index: field(z.int(), { ...secret, default: -1 }),
    receiver_key: field(z.string(), { ...secret, default: '' }),
    receiver_index: field(z.int(), { ...secret, default: -1 }),
    raw_data_hex: field(z.string(), secret),
    raw_data: field(z.string(), secret),
    signature: field(z.string(), { ...secret, default: '' }),
    /** Whether the signer was asked: it may have signed, whatever became of its answer. */
    was_asked: field(z.boolean(), { ...secret, default: false }),
    is_open: field(z.boolean(), { ...secret, default: true }),
    last_sent_time: field(zTime.nullable(), { ...secret, default: null }),
    next_look_time: field(zTime.nullable(), { ...secret, default: null }),
  },
  indexes: [
    // Whoever prepares at once: one of them does.
    { keys: { purpose: 1, subject: 1, attempt: 1 }, unique: true },
    { keys: { purpose: 1, subject: 1 }, unique: true, partial: { is_open: true } },
    { keys: { network: 1, transaction: 1 }, unique: true },
    { keys: { is_open: 1, next_look_time: 1 } },
    { keys: { sender: 1, is_open: 1 } },
    { keys: { receiver: 1, is_open: 1 } },
    { keys: { run: 1, purpose: 1 } },
    { keys: { create_time: -1, _id: -1 } },
    { keys: { status: 1, create_time: -1, _id: -1 } },
    { keys: { purpose: 1, create_time: -1, _id: -1 } },
    { keys: { end_time: 1 } },
  ],
  defaultSort: { field: 'create_time', order: 'desc' },
});
