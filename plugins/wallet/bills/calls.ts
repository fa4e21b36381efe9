import { defineCall, pageOf, pagingShape, zAmount, zId, zTime } from '@waypost/contract';
import { z } from 'zod';
import { BALANCE_KINDS, BILL_KINDS } from './values.ts';

/** One change of what somebody has available. */
export const zBillRow = z.object({
  id: zId,
  /** Whose it is. */
  owner: zId,
  account: z.string(),
  phone: z.string(),
  /** `<plugin>.<noun>`; words: `bill.<type>`. */
  type: z.string(),
  /** Smallest units. */
  change: zAmount,
  before: zAmount,
  after: zAmount,
  remark: z.string(),
  time: zTime,
});
export type BillRow = z.infer<typeof zBillRow>;

const narrowing = {
  time_from: zTime.optional(),
  time_to: zTime.optional(),
  sort_field: z.enum(['time']).optional(),
  sort_order: z.enum(['asc', 'desc']).optional(),
};
/** What everybody's are narrowed by beside: one person, or the beginning of an account, a name or a phone. */
const whose = { owner: zId.optional(), search: z.string().max(200).optional() };

/** Two calls of an area: everybody's bills, and one's own. */
function callsOf<A extends string, K extends readonly [string, ...string[]]>(
  area: A,
  kinds: K,
  what: string,
) {
  const own = { ...pagingShape, ...narrowing, type: z.array(z.enum(kinds)).max(kinds.length).optional() };
  return {
    all: defineCall({
      area,
      call: 'inquire',
      body: z.strictObject({ ...own, ...whose }),
      result: pageOf(zBillRow),
      access: { permission: 'wallet.bill:read_all' },
      summary: `${what} of everybody, newest first; pages reach the first 10,000 that fit, 2,000 of several kinds`,
    }),
    own: defineCall({
      area,
      call: 'user_inquire',
      body: z.strictObject(own),
      result: pageOf(zBillRow),
      access: { permission: 'wallet.bill:read' },
      summary: `${what} of the caller, newest first`,
    }),
  };
}

export const billCalls = callsOf('bill', BILL_KINDS, 'Every change of the balance');
export const creditCalls = callsOf(
  'bill_credit',
  BALANCE_KINDS,
  'Top-ups, changes by operators and payments from the balance',
);

export type BillBody = z.output<typeof billCalls.all.body>;
