import { DEFAULT_CURRENCY, field, OrderStatus, PayType, zAmount, zId, zTime } from '@waypost/contract';
import { z } from 'zod';
import { QUOTE_KINDS, zLimit } from '../plans/values.ts';

/** What an order is for; `top_up`: money for the own balance. */
export const ORDER_KINDS = [...QUOTE_KINDS, 'top_up'] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];

export { OrderStatus, PayType };

/**
 * What the status does not say. Unpaid: `waiting`, `under` (too little has come), `expired`, `cancelled`, `wrong_token`,
 * `failed`. Paid: `settled`, `over` (too much has come), `late` (after its end), `refunded`.
 */
export const SETTLEMENTS = [
  ...(['waiting', 'settled', 'under', 'over', 'late', 'expired', 'wrong_token', 'failed'] as const),
  ...(['refunded', 'cancelled'] as const),
] as const;
export type Settlement = (typeof SETTLEMENTS)[number];

/** What is given back of an order: all of its price, or the part that stands for the days that are left. */
export const REFUND_PARTS = ['whole', 'rest'] as const;
export type RefundPart = (typeof REFUND_PARTS)[number];

const own = { write: 'none' } as const;
const joined = { stored: false, write: 'none' } as const;
const time = { ...own, default: null } as const;
const money = { ...own, currency: DEFAULT_CURRENCY } as const;
const term = () => field(zLimit, { ...own, default: null });
const terms = {
  codes: term(),
  domains: term(),
  visits: term(),
  api_keys: term(),
  kept_visits: term(),
};

/** What is known of an order; two resources stand on one collection. */
export const orderFields = {
  number: field(z.string(), { ...own, list: true, search: true, unique: true }),
  kind: field(z.enum(ORDER_KINDS), { ...own, list: true, filter: 'in', options: ORDER_KINDS }),
  /** The plan that is bought; null: money for the balance. */
  plan: field(zId.nullable(), { ...own, index: true, default: null }),
  plan_name: field(z.string(), { ...own, list: true, default: '' }),
  days: field(z.int(), { ...own, list: 'hidden', unit: 'wallet.unit.days', default: 0 }),
  ...terms,
  /** What the plan cost, what was taken off for the one before, and what is to be paid; smallest units. */
  list_price: field(zAmount, money),
  credit: field(zAmount, { ...money, default: '0' }),
  price: field(zAmount, { ...money, list: true }),
  pay_type: field(z.literal(Object.values(PayType)), {
    ...own,
    list: true,
    filter: 'in',
    options: Object.values(PayType),
  }),
  status: field(z.literal(Object.values(OrderStatus)), {
    ...own,
    list: true,
    filter: 'equals',
    quick: true,
    options: Object.values(OrderStatus),
    default: OrderStatus.unpaid,
  }),
  settlement: field(z.enum(SETTLEMENTS), {
    ...own,
    list: true,
    filter: 'in',
    options: SETTLEMENTS,
    default: 'waiting',
  }),
  expires_time: field(zTime, { ...own, list: 'hidden' }),
  paid_time: field(zTime.nullable(), { ...time, list: 'hidden', sort: true, filter: 'range' }),
  /** The span of membership that it gave. */
  from_time: field(zTime.nullable(), time),
  until_time: field(zTime.nullable(), { ...time, list: 'hidden' }),
  /** Who earned of it, and how much: basis points of the price, and smallest units. */
  agent: field(zId.nullable(), { ...own, secret: true, default: null }),
  share_points: field(z.int(), { ...own, secret: true, default: 0 }),
  share: field(zAmount, { ...own, secret: true, default: '0' }),
  /** What was given back, when, and why. */
  refund: field(zAmount, { ...money, default: '0' }),
  refund_time: field(zTime.nullable(), time),
  refund_reason: field(z.string(), { ...own, default: '' }),
  /** What of the share has to be given back. */
  share_return: field(zAmount, { ...own, secret: true, default: '0' }),
  /** Entry of the ledger. */
  journal: field(z.string(), { ...own, secret: true, default: '' }),
  /** By what the same press is known again. */
  key: field(z.string(), { ...own, secret: true }),
  /** Of the membership that it was made for. */
  member_seq: field(z.int(), { ...own, secret: true, default: 0 }),
  owner_account: field(z.string(), { ...joined, list: true }),
  /** Who earned of it and how much, for those who may know; empty and 0 for others. */
  agent_account: field(z.string(), { ...joined, list: 'hidden' }),
  earned: field(zAmount, { ...joined, currency: DEFAULT_CURRENCY, list: 'hidden' }),
  /** What of it was taken back, and what is still to be taken of the next shares. */
  returned: field(zAmount, { ...joined, currency: DEFAULT_CURRENCY }),
  owed: field(zAmount, { ...joined, currency: DEFAULT_CURRENCY }),
};

/** Indexes of the collection; both resources name them, so that neither drops them. */
export const ORDER_INDEXES = [
  { keys: { owner: 1, key: 1 }, unique: true },
  { keys: { owner: 1, create_time: -1, _id: -1 } },
  { keys: { create_time: -1, _id: -1 } },
  { keys: { status: 1, create_time: -1, _id: -1 } },
  { keys: { settlement: 1, expires_time: 1 } },
  { keys: { agent: 1, create_time: -1, _id: -1 } },
] as const;
export const ORDER_COLLECTION = 'wallet_order';
/** Rows that a list counts. */
export const MOST_COUNTED = 10_000;
