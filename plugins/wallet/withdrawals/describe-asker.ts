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
  const owner = String(asked.owner);
  const [[balance], [paid]] = await Promise.all([
    context.ledger.balances([owner]),
    context.model(withdrawalResource).aggregate<PaidBefore>([
      { $match: { owner: asked.owner, phase: 'paid', _id: { $ne: asked._id } } },
      {
        $group: {
          _id: null,
          count: { $sum: 1 },
          sum: { $sum: { $toDecimal: '$payout' } },
          last: { $max: '$paid_time' },
          to_address: { $sum: { $cond: [{ $eq: ['$address', asked.address] }, 1, 0] } },
        },
      },
    ]),
  ]);
  return {
    available: balance?.available ?? '0',
    held: balance?.held ?? '0',
    paid_before: paid?.count ?? 0,
    paid_sum: String(paid?.sum ?? 0),
    paid_last: paid?.last?.toISOString() ?? null,
    paid_to_address: paid?.to_address ?? 0,
  };
}

interface PaidBefore {
  count: number;
  /** A decimal: amounts go beyond what a number holds exactly. */
  sum: { toString(): string };
  last: Date | null;
  to_address: number;
}
