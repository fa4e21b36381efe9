import { defineCall, zAmount, zStarted } from '@waypost/contract';
import { z } from 'zod';
import { COLLECTION_OBSTACLES } from '../../collection/values.ts';
import { zPrice } from '../../money/values.ts';

const area = 'tron_transaction_summary';
/** What of an address is collected has to be so much, smallest units. */
const body = z.strictObject({ least: zPrice });
const access = { permission: 'wallet.sending:collect' } as const;

export const collectionFacts = defineCall({
  area,
  call: 'facts',
  body: z.strictObject({}),
  /** From the payment settings: the amount unless another one is said, and the address; empty: the signer's. */
  result: z.object({ least: zAmount, receiver: z.string() }),
  access,
  summary: 'What the payment settings say of collecting: from which amount on, and where to',
});

export const collectionPlan = defineCall({
  area,
  call: 'plan',
  body,
  result: z.object({
    addresses: z.int(),
    amount: zAmount,
    receiver: z.string(),
    /** What would be burned, what the account that pays for it has, in TRX; and whether that is enough. */
    fee: zAmount,
    fee_account: z.string(),
    fee_balance: zAmount,
    is_covered: z.boolean(),
    /** What stands against it; empty: nothing. */
    obstacle: z.enum(COLLECTION_OBSTACLES),
    /** Of the run that goes on: addresses that are at their end, and all. */
    done: z.int(),
    total: z.int(),
  }),
  access,
  ratePerMinute: 20,
  summary: 'Says what collecting would bring and cost, of what the chain charges now; nothing is sent',
});

export const collectionStart = defineCall({
  area,
  call: 'collect',
  body,
  result: zStarted,
  answers: 202,
  access,
  isPersonal: true,
  needsSecondFactor: true,
  ratePerMinute: 10,
  summary:
    'Sends what lies at deposit addresses to the collection address, with TRX for what that costs, in the background',
});
