import type { CollectionDeclaration, PluginContext, Session, TogetherWrites } from '@waypost/sdk';
import type { Member } from './member.ts';

/** What a membership was before an order changed it, so that it can go back there. */
interface MembershipStep {
  /** Id of the order. */
  _id: string;
  account: string;
  /** Null: there was none. */
  member: Member | null;
  time: Date;
}

const COLLECTION: CollectionDeclaration<MembershipStep> = {
  name: 'membership_step',
  onUninstall: 'keep',
  fields: { _id: String, account: String, member: Object, time: Date },
};
export const membershipSteps = (context: PluginContext) => context.collection(COLLECTION);

/** Keeps what was there before an order, in the transaction that changes it. */
export function keepStep(
  context: PluginContext,
  { order, account, member }: { order: string; account: string; member: Member | undefined },
  writes: TogetherWrites,
): void {
  const step = { _id: order, account, member: member ?? null, time: context.clock.date() };
  writes.insert(membershipSteps(context), step);
}

/** What was there before an order; undefined: nothing, or it was paid before this was kept. */
export async function memberBefore(
  context: PluginContext,
  order: string,
  session?: Session,
): Promise<Member | undefined> {
  const found = await membershipSteps(context)
    .findById(order)
    .session(session ?? null)
    .lean();
  return found?.member ?? undefined;
}
