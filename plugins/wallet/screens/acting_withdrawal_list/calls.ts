import { defineCall, zAmount, zId, zTime } from '@waypost/contract';
import { z } from 'zod';
import { zContract } from '../../chain/addresses/rules.ts';
import { NETWORKS } from '../../chain/networks/values.ts';
import { zPrice } from '../../money/values.ts';
import { PHASES } from '../../withdrawals/values.ts';

const area = 'acting_withdrawal_list';
const permission = 'wallet.own_withdrawal:ask';

const zPayoutAddress = z.object({
  /** Where withdrawals go that are asked for now; empty: nowhere yet. */
  address: z.string(),
  /** The one that takes its place, and from when on; empty and null: none. */
  next_address: z.string(),
  next_time: zTime.nullable(),
});

export const withdrawalFacts = defineCall({
  area,
  call: 'facts',
  body: z.strictObject({}),
  result: z.object({
    /** Whether anything can be asked for at all. */
    is_open: z.boolean(),
    network: z.enum(NETWORKS),
    /** Of the caller: what there is, and what is held for withdrawals. */
    available: zAmount,
    held: zAmount,
    least: zAmount,
    fee: zAmount,
    /** What may still be asked for within a day. */
    daily_left: zAmount,
    ...zPayoutAddress.shape,
  }),
  access: { permission },
  summary: 'What the caller can have paid out, where to, and what it costs',
});

export const withdrawalAdd = defineCall({
  area,
  call: 'add',
  /** `key` is made anew for each press that means another withdrawal. */
  body: z.strictObject({ amount: zPrice, key: z.string().regex(/^[0-9A-Za-z-]{16,64}$/) }),
  result: z.object({ id: zId, phase: z.enum(PHASES) }),
  access: { permission },
  isPersonal: true,
  needsSecondFactor: true,
  ratePerMinute: 60,
  summary: 'Asks for a withdrawal to the own payout address; the money is held from now on',
});

export const withdrawalCancel = defineCall({
  area,
  call: 'cancel',
  body: z.strictObject({ id: zId }),
  result: z.object({ id: zId, phase: z.enum(PHASES) }),
  access: { permission },
  isPersonal: true,
  ratePerMinute: 60,
  summary: 'Takes an own withdrawal back that nobody has decided of yet',
});

export const payoutAddressChange = defineCall({
  area,
  call: 'change_address',
  body: z.strictObject({ address: zContract }),
  result: zPayoutAddress,
  access: { permission },
  isPersonal: true,
  needsSecondFactor: true,
  ratePerMinute: 10,
  summary: 'Enters the own payout address, which can be used a day later; its owner is told',
});

export const payoutAddressKeep = defineCall({
  area,
  call: 'keep_address',
  body: z.strictObject({}),
  result: zPayoutAddress,
  access: { permission },
  isPersonal: true,
  ratePerMinute: 30,
  summary: 'Takes back a new payout address that cannot be used yet',
});
