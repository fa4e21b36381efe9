import { errors, type ResultOf } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import type { withdrawalAsker } from './calls.ts';
import { withdrawalResource } from './resource.ts';
import { findWithdrawal } from './stored.ts';

/** What a withdrawal is judged by: the balance of who asks, and what was paid to them before. Errors: `not_found` 404 */
export async function describeAsker(
  context: PluginContext,
  id: string,
): Promise<ResultOf<typeof withdrawalAsker>> {
  const asked = await findWithdrawal(context, id);
  if (asked === null) throw errors.notFound.create();
  const { address } = asked;
  const owner = String(asked.owner);
  const [[balance], paid] = await Promise.all([
    context.ledger.balances([owner]),
    context
      .model(withdrawalResource)
      .find({ owner, phase: 'paid', _id: { $ne: asked._id } }, { payout: 1, address: 1, paid_time: 1 })
      .sort({ paid_time: -1, _id: -1 })
      .lean(),
  ]);
  return {
    available: balance?.available ?? '0',
    held: balance?.held ?? '0',
    paid_before: paid.length,
    paid_sum: String(paid.reduce((sum, { payout }) => sum + BigInt(payout), 0n)),
    paid_last: paid[0]?.paid_time?.toISOString() ?? null,
    paid_to_address: paid.filter((row) => row.address === address).length,
  };
}
