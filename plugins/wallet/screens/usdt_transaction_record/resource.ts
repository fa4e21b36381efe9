import { accountReference, defineResource, field, zId, zTime } from '@waypost/contract';
import { z } from 'zod';
import { NETWORKS } from '../../chain/networks/values.ts';
import { TOKEN_AMOUNT, TRANSFER_REASONS, TRANSFER_STATES } from '../../chain/values.ts';

const own = { write: 'none' } as const;

/**
 * Transfers to addresses of ours, as solid blocks have them: each once, by network, transaction and place of its log. Nobody
 * writes them; what matches no order waits for somebody who says whose it is.
 */
export const transferResource = defineResource({
  name: 'wallet.transfer',
  area: 'usdt_transaction_record',
  title: 'transaction',
  access: 'all',
  calls: ['inquire', 'details'],
  onUninstall: 'keep',
  countLimit: 10_000,
  fields: {
    transaction: field(z.string(), { ...own, list: true, search: true }),
    state: field(z.enum(TRANSFER_STATES), {
      ...own,
      list: true,
      filter: 'in',
      quick: true,
      options: TRANSFER_STATES,
    }),
    reason: field(z.enum(TRANSFER_REASONS), { ...own, list: true, default: '' }),
    /** Smallest units of the token; of what failed as it was told. */
    amount: field(z.string().regex(TOKEN_AMOUNT), { ...own, list: true }),
    block: field(z.int(), { ...own, list: true, sort: true }),
    /** Of the block, by the chain's clock. */
    time: field(zTime, { ...own, list: true, sort: true, filter: 'range' }),
    /** The same under the name that programs of others know. */
    timestamp: field(zTime, { ...own, stored: false }),
    sender: field(z.string(), { ...own, list: true, search: true }),
    receiver: field(z.string(), { ...own, list: true, search: true }),
    remark: field(z.string(), { ...own, list: 'hidden', default: '' }),
    /** Of the provider's page that told of it; empty: the last one. */
    fingerprint: field(z.string(), { ...own, list: 'hidden', default: '' }),
    network: field(z.enum(NETWORKS), { ...own, list: 'hidden', filter: 'equals', options: NETWORKS }),
    contract: field(z.string(), { ...own, list: 'hidden' }),
    symbol: field(z.string(), { ...own, list: 'hidden', default: '' }),
    /** Place among the logs of its transaction; -1: it failed and has none. */
    log_index: field(z.int(), { ...own }),
    order: field(zId.nullable(), { ...own, list: 'hidden', filter: 'equals', default: null }),
    /** Whose balance it came to. */
    account: field(zId.nullable(), {
      ...own,
      list: true,
      filter: 'equals',
      ref: accountReference,
      default: null,
    }),
    /** When it was looked for once more; null: not yet. */
    checked_time: field(zTime.nullable(), { ...own, secret: true, default: null }),
    /** What of it is money of ours, smallest units; 0 of another token and of what failed. */
    received: field(z.string().regex(TOKEN_AMOUNT), { ...own, secret: true, default: '0' }),
    /** When it came to a balance, as the ledger has it; null: it never did. It stays when the transfer is gone. */
    credited_time: field(zTime.nullable(), { ...own, secret: true, default: null }),
    resolved_by: field(z.string(), { ...own, list: 'hidden', default: '' }),
    resolved_time: field(zTime.nullable(), { ...own, default: null }),
  },
  indexes: [
    { keys: { network: 1, transaction: 1, log_index: 1 }, unique: true },
    { keys: { state: 1, time: -1 } },
    { keys: { time: -1, _id: -1 } },
    { keys: { order: 1 } },
    // For the day's closing: what was seen, and what was credited in it.
    { keys: { create_time: 1 } },
    { keys: { credited_time: 1 } },
    { keys: { state: 1, checked_time: 1, create_time: 1 } },
  ],
  defaultSort: { field: 'time', order: 'desc' },
});
