import { ShortCodeVisibility } from '@waypost/contract';
import type { PluginContext, Session } from '@waypost/sdk';
import { requireCodeRoom } from '../../limits/room.ts';
import { printBatchResource } from '../../screens/print_batch/resource.ts';
import { codeResource } from '../../screens/qr_code_list/resource.ts';
import type { StoredCode } from '../link.ts';

/** With whom a change is written, and whether it says itself who sees the code in lists. */
interface Change {
  session: Session;
  visibility?: StoredCode['visibility'] | undefined;
}

/** What is written to a code when it gets its first target: it stands in its owner's lists from now on, and nobody else claims it. */
function claimOf({ visibility = ShortCodeVisibility.show }: Change) {
  return { is_unclaimed: false, claim_secret: '', visibility };
}

/** Counts the claim of one code in its batch and answers what is written to the code. */
export async function claimBy(
  context: PluginContext,
  code: StoredCode,
  change: Change,
): Promise<ReturnType<typeof claimOf>> {
  await countClaims(context, [code], change.session);
  return claimOf(change);
}

/** Marks those of the codes as claimed that had no target before this change, which gives them one. */
export async function settleClaims(
  context: PluginContext,
  before: readonly StoredCode[],
  change: Change,
): Promise<void> {
  const claimed = before.filter(({ is_unclaimed }) => is_unclaimed);
  if (claimed.length === 0) return;
  const { session } = change;
  await context
    .model(codeResource)
    .updateMany(
      { _id: { $in: claimed.map(({ _id }) => _id) } },
      { $set: claimOf(change) },
      { session, timestamps: false },
    );
  await countClaims(context, claimed, session);
  await requireCodeRoom(
    context,
    claimed.map(({ owner }) => owner),
    session,
  );
}

/** Raises the figure of each batch that the codes are of: two who claim at once meet there. */
export async function countClaims(
  context: PluginContext,
  codes: readonly StoredCode[],
  session: Session,
): Promise<void> {
  const counts = Map.groupBy(codes, ({ batch }) => String(batch ?? ''));
  for (const [batch, some] of counts)
    await context.model(printBatchResource).updateOne(
      { _id: batch },
      { $inc: { claimed: some.length } },
      {
        session,
        timestamps: false,
      },
    );
}
