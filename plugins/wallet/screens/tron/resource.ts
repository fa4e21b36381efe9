import {
  accountReference,
  DEFAULT_CURRENCY,
  defineResource,
  field,
  RemoveStatus,
  zId,
  zTime,
} from '@waypost/contract';
import { z } from 'zod';
import { MOST_COUNTED } from '../../orders/values.ts';
import { ACCOUNT_KINDS, REMOVE_STATUSES } from './values.ts';

const own = { write: 'none' } as const;
const WHOLE = /^\d{1,40}$/;
const zWhole = z.string().regex(WHOLE);

/**
 * Accounts on Tron: the keys that the signer keeps, and the addresses of theirs that money came to. What signs is not here, and
 * nowhere else in the store.
 */
export const tronResource = defineResource({
  name: 'wallet.tron',
  area: 'tron',
  title: 'address',
  access: 'all',
  needsSecondFactor: ['update'],
  onUninstall: 'keep',
  calls: ['inquire', 'details', 'update'],
  countLimit: MOST_COUNTED,
  fields: {
    /** Base58, as wallets show it. */
    address: field(z.string(), { ...own, list: true, search: true, unique: true }),
    address_hex: field(z.string(), { ...own, list: 'hidden', search: true }),
    /** Compressed, hex; of a deposit address that of its key is further up. */
    public_key: field(z.string(), { ...own, list: 'hidden', default: '' }),
    kind: field(z.enum(ACCOUNT_KINDS), {
      ...own,
      list: true,
      filter: 'in',
      options: ACCOUNT_KINDS,
    }),
    /** Whose it is; of a deposit address whoever ordered. */
    account: field(zId.nullable(), {
      list: true,
      filter: 'equals',
      ref: accountReference,
      default: null,
      write: 'update',
    }),
    /** Sun, as the newest final block has it. */
    trx_balance: field(zWhole, { ...own, list: true, default: '0' }),
    /** As the newest final block has it. */
    usdt_balance: field(zWhole, { ...own, list: true, sort: true, currency: DEFAULT_CURRENCY, default: '0' }),
    /** USDT as the newest block has it, which may be taken back. */
    real_time_balance: field(zWhole, { ...own, list: true, currency: DEFAULT_CURRENCY, default: '0' }),
    /** When the chain was asked; null: never. */
    balance_time: field(zTime.nullable(), { ...own, list: true, sort: true, default: null }),
    remove_status: field(z.literal(REMOVE_STATUSES), {
      ...own,
      list: true,
      filter: 'equals',
      quick: true,
      options: REMOVE_STATUSES,
      default: RemoveStatus.not_deleted,
    }),
    remove_time: field(zTime.nullable(), { ...own, list: 'hidden', sort: true, default: null }),
    remark: field(z.string().trim().max(200), { list: 'hidden', write: 'update', default: '' }),
    /** The signer's key. */
    key: field(z.string(), { ...own, filter: 'equals', default: '' }),
    /** Place among the addresses of the key; -1: it is the key's own. */
    index: field(z.int(), { ...own, list: 'hidden', default: -1 }),
    /** Of the account; empty: it has none. */
    xpub: field(z.string(), { ...own, default: '' }),
  },
  indexes: [
    { keys: { create_time: -1, _id: -1 } },
    { keys: { remove_status: 1, create_time: -1, _id: -1 } },
    { keys: { kind: 1, create_time: -1, _id: -1 } },
    { keys: { key: 1, index: 1 } },
    { keys: { account: 1 } },
  ],
  defaultSort: { field: 'create_time', order: 'desc' },
});
