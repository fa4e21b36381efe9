import { defineCall, type Rule, zId, zTime } from '@waypost/contract';
import { z } from 'zod';
import { zContract, zShared, zXpub } from '../../chain/addresses/rules.ts';
import { MISSING, PAYOUT_LIMITS } from '../../chain/config/values.ts';
import { LEAST_CONFIRMATIONS, NETWORKS } from '../../chain/networks/values.ts';
import { PROVIDER_FAULTS } from '../../chain/providers/values.ts';
import { zFee, zPrice } from '../../money/values.ts';

const area = 'pay_config';
const RATE = /^(?:0|[1-9]\d{0,8})(?:\.\d{1,6})?$/;

/** What is set for paying over the chain. */
export const PAY_CONFIG_SHAPE = {
  /** 1: the payment picture is shown. */
  qr_code_switch: z.literal([1, 2]),
  network: z.enum(NETWORKS),
  contract: zContract,
  /** Blocks that have to lie behind a payment. */
  confirmations: z.int().min(LEAST_CONFIRMATIONS).max(200),
  xpub: zXpub,
  /** 1: each order has an address of its own, of the key; 2: all are paid to one address, each by an amount of its own. */
  address_mode: z.literal([1, 2]),
  shared_address: zShared,
  /** Least and most of one payment onto the balance, and what may be missing without a word; smallest units. */
  minimum: zPrice,
  maximum: zPrice,
  tolerance: zPrice,
  order_minutes: z.int().min(10).max(1_440),
  /** What 1 USDT is in the money that people think in; `0`: not shown. */
  rate: z.string().regex(RATE, 'wallet.fault.rate'),
  rate_currency: z.string().regex(/^[A-Z]{3}$/, 'wallet.fault.currency'),
  /** 1: agents can ask for withdrawals. */
  withdraw_switch: z.literal([1, 2]),
  /** Least of one withdrawal, what stays of each, the most of a person within a day, and above what two people approve. */
  withdraw_minimum: zPrice,
  withdraw_fee: zFee,
  withdraw_daily: zPrice,
  withdraw_two_people: zFee,
  /** 1: the signer pays what is approved. */
  payout_switch: z.literal([1, 2]),
  /** Accounts of the signer's: that withdrawals are paid from, and that what collecting costs is paid from; empty: the same. */
  payout_account: zShared,
  fee_account: zShared,
  /** Where deposits are collected, which the signer has to say, too; empty: where the signer says. */
  collect_to: zShared,
  /** What of an address is collected has to be so much, unless another amount is said; smallest units. */
  collect_least: zPrice,
  /** 1: customers can say that they have sent money by bank, where `bank_text` says; for all to read. */
  bank_switch: z.literal([1, 2]),
  bank_text: z.string().trim().max(2_000),
} as const;

/** What holds between the fields; form and server ask the same. */
export const PAY_CONFIG_RULES: readonly Rule[] = [
  {
    path: 'maximum',
    messageKey: 'wallet.fault.most',
    holds: ({ minimum, maximum }) => amountOf(minimum) <= amountOf(maximum),
  },
  // Else nothing at all would pay the smallest order.
  {
    path: 'tolerance',
    messageKey: 'wallet.fault.tolerance',
    holds: ({ minimum, tolerance }) => amountOf(tolerance) < amountOf(minimum),
  },
  // Else nothing would be left of the least withdrawal.
  {
    path: 'withdraw_fee',
    messageKey: 'wallet.fault.fee',
    holds: ({ withdraw_fee, withdraw_minimum }) => amountOf(withdraw_fee) < amountOf(withdraw_minimum),
  },
  {
    path: 'shared_address',
    messageKey: 'wallet.fault.shared_address',
    holds: ({ address_mode, shared_address }) => address_mode !== 2 || shared_address !== '',
  },
  {
    path: 'payout_account',
    messageKey: 'wallet.fault.payout_account',
    holds: ({ payout_switch, payout_account }) => payout_switch !== 1 || payout_account !== '',
  },
  {
    path: 'bank_text',
    messageKey: 'wallet.fault.bank_text',
    holds: ({ bank_switch, bank_text }) => bank_switch !== 1 || bank_text !== '',
  },
];
const amountOf = (value: unknown): bigint =>
  typeof value === 'string' && /^\d{1,18}$/.test(value) ? BigInt(value) : 0n;

export const zPayConfig = z.object(PAY_CONFIG_SHAPE);
export type PayConfigValues = z.output<typeof zPayConfig>;

const zShown = z.object({
  ...PAY_CONFIG_SHAPE,
  version: z.int(),
  /** What the chain says of the contract. */
  contract_symbol: z.string(),
  contract_decimals: z.int(),
  /** The first addresses that come of the key, to hold against the wallet that it was taken from. */
  first_addresses: z.array(z.string()),
  /** Whether people can pay over the chain now. */
  is_open: z.boolean(),
  /** What is missing for it. */
  missing: z.array(z.enum(MISSING)),
  /** Limits of payouts that were raised and are not in force yet. */
  raises: z.array(
    z.object({
      limit: z.enum(PAYOUT_LIMITS),
      /** What is in force until then, smallest units. */
      before: z.string(),
      until: zTime,
      /** Account and name of whoever raised it. */
      by: z.string(),
      /** Whether the caller raised it, and so does not confirm it. */
      is_own: z.boolean(),
    }),
  ),
  /** What a restore means for it; null: the data never came out of a backup. */
  restored: z
    .object({
      time: zTime,
      /** Of the address that an order is given next; null: none was given since. */
      next_index: z.int().nullable(),
      /** Until when the address that all pay to is closed; null: it is not. */
      held_until: zTime.nullable(),
    })
    .nullable(),
});

export const payConfigDetails = defineCall({
  area,
  call: 'details',
  body: z.strictObject({}),
  result: zShown,
  access: { permission: 'wallet.pay_config:read' },
  summary: 'What is set for paying over the chain; of keys only whether there are some',
});

export const payConfigUpdate = defineCall({
  area,
  call: 'update',
  body: z.strictObject({
    ...PAY_CONFIG_SHAPE,
    version: z.int().min(0),
    /** After a restore, for another key or address: nobody was ever asked to pay to it. */
    is_new: z.boolean().optional(),
  }),
  result: zShown,
  access: { permission: 'wallet.pay_config:update' },
  isPersonal: true,
  needsSecondFactor: true,
  ratePerMinute: 20,
  summary: 'Changes what is set for paying over the chain; another contract is looked at on the chain first',
});

export const confirmLimits = defineCall({
  area,
  call: 'confirm_limits',
  body: z.strictObject({ version: z.int().min(0) }),
  result: zShown,
  access: { permission: 'wallet.pay_config:update' },
  isPersonal: true,
  needsSecondFactor: true,
  failureStatuses: [409],
  summary: 'Puts raised limits of payouts in force at once, by somebody else than who raised them',
});

export const providerTest = defineCall({
  area,
  call: 'test_provider',
  body: z.strictObject({ id: zId }),
  result: z.object({
    fault: z.enum(['', ...PROVIDER_FAULTS]),
    head: z.int(),
    solid: z.int(),
    milliseconds: z.int(),
  }),
  access: { permission: 'wallet.provider:test' },
  ratePerMinute: 20,
  summary: 'Asks a provider of the chain for its newest blocks, and says what came of it',
});
