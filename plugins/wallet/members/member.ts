import type { Amount } from '@waypost/contract';
import type { CollectionDeclaration, PluginContext, Session } from '@waypost/sdk';
import type { HeldTerm } from '../plans/quote.ts';
import type { Limits } from '../plans/values.ts';

/** What somebody bought last. Until when it holds is a field of the account, which operators change too. */
export interface Member {
  /** Id of the account. */
  _id: string;
  plan: string;
  plan_name: string;
  limits: Limits;
  /** What the bought time was worth, in smallest units, and of which span. */
  value: Amount;
  value_from: Date;
  value_until: Date;
  /** Order that it came of. */
  order: string;
  /** Raised by every change: an order is for the membership that it was made for. */
  seq: number;
  update_time: Date;
}

const COLLECTION: CollectionDeclaration<Member> = {
  name: 'member',
  onUninstall: 'keep',
  fields: {
    _id: String,
    plan: String,
    plan_name: String,
    limits: Object,
    value: String,
    value_from: Date,
    value_until: Date,
    order: String,
    seq: Number,
    update_time: Date,
  },
  indexes: [{ keys: { plan: 1 } }],
};

export const members = (context: PluginContext) => context.collection(COLLECTION);

/** What an account bought last; undefined: nothing. */
export async function findMember(
  context: PluginContext,
  account: string,
  session?: Session,
): Promise<Member | undefined> {
  const found = await members(context)
    .findOne({ _id: account })
    .session(session ?? null)
    .lean();
  return found ?? undefined;
}

/** The same, as prices are worked out by it. */
export function heldTerm(member: Member | undefined, until: string | null): HeldTerm | undefined {
  const end = until === null ? null : Date.parse(until);
  if (member === undefined)
    return end === null ? undefined : { plan: null, value: 0n, valueFrom: 0, valueUntil: 0, until: end };
  return {
    plan: member.plan,
    value: BigInt(member.value),
    valueFrom: member.value_from.getTime(),
    valueUntil: member.value_until.getTime(),
    until: end,
  };
}
