import { errors } from '@waypost/contract';
import type { PluginContext, Session } from '@waypost/sdk';
import { poolResource } from '../screens/internal_code_grouping/resource.ts';

/**
 * Makes sure that the pools among the targets of a code are its owner's. It writes to each: a pool that is removed at the same moment
 * and the code that begins to lead to it meet there, and one of them is refused.
 * @throws AppError `invalid_input` 422 at `targets.<n>.pool`
 */
export async function requirePools(
  context: PluginContext,
  targets: readonly { pool?: string | undefined }[] | undefined,
  { owner, session }: { owner: string; session: Session },
): Promise<void> {
  const named = new Set((targets ?? []).flatMap(({ pool }) => (pool === undefined ? [] : [pool])));
  for (const pool of named) {
    const { matchedCount } = await context.model(poolResource).updateOne(
      { _id: pool, owner },
      { $inc: { touched: 1 } },
      {
        session,
        timestamps: false,
      },
    );
    if (matchedCount > 0) continue;
    const at = targets?.findIndex((target) => target.pool === pool);
    throw errors.invalidInput.create(
      {},
      { errors: [{ path: `targets.${at}.pool`, message: 'qr.fault.pool_unknown' }] },
    );
  }
}
