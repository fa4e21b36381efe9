import type { BodyOf, ResultOf } from '@waypost/contract';
import { newVersion, requireRow, type Session, type SignedRequest, type Stored } from '@waypost/sdk';
import { deposits } from '../../chain/deposits/deposit.ts';
import { chainErrors } from '../../chain/errors.ts';
import type { TransferState } from '../../chain/values.ts';
import { creditDeposit, writeDeposit } from '../../chain/watching/book-transfer.ts';
import type { OrderSteps } from '../../chain/watching/watch.ts';
import type { Wallet } from '../../wallet.ts';
import { orderResource } from '../order/resource.ts';
import type { transferResolve } from './calls.ts';
import { transferResource } from './resource.ts';

type StoredTransfer = Stored<typeof transferResource>;
type Body = BodyOf<typeof transferResolve>;

/** What can be decided of what: money of ours that nobody got, and the rest that only looks like it. */
const OPEN: Readonly<Record<'credit' | 'dismiss', readonly TransferState[]>> = {
  credit: ['unmatched'],
  dismiss: ['unmatched', 'wrong_token', 'failed', 'gone'],
};

/**
 * Says whose a transfer is. It is credited under the key that the chain's watcher would use, so that whoever comes second changes
 * nothing.
 * Errors: `wallet.transfer_over` 409 where it was decided already; `not_found` 404; `ledger_account_closed` 409
 */
export async function resolveTransfer(
  { context }: Wallet,
  steps: OrderSteps,
  body: Body,
  request: SignedRequest,
): Promise<ResultOf<typeof transferResolve>> {
  const { id, decision, reason } = body;
  const state: TransferState = decision === 'not_ours' ? 'not_ours' : 'credited';
  const told = await context.transaction(async (session) => {
    const model = context.model(transferResource);
    const row = await requireRow(model.findById(id).session(session).lean());
    const open = OPEN[decision === 'not_ours' ? 'dismiss' : 'credit'];
    if (!open.includes(row.state)) throw chainErrors.transferOver.create();
    const whose = await findWhose({ context }, body, session);
    const credited =
      whose.account === null
        ? {}
        : {
            credited_time: await creditDeposit(
              context,
              { account: whose.account, amount: row.amount, place: row, remark: reason, request },
              session,
            ),
          };
    const written = await model.updateOne(
      { _id: id, state: { $in: open } },
      newVersion(context, {
        state,
        reason: '',
        remark: reason,
        ...whose,
        resolved_by: request.caller.account,
        ...credited,
        resolved_time: context.clock.date(),
      }),
      { session, timestamps: false },
    );
    if (written.matchedCount === 0) throw chainErrors.transferOver.create();
    if (decision === 'order')
      await countForOrder({ context }, { row, order: whose.order ?? '', steps }, session);
    await context.audit(
      {
        type: 'wallet.transfer.resolve',
        target: id,
        before: { code: row.transaction, state: row.state, amount: row.amount },
        after: { code: row.transaction, state, amount: row.amount, ...whose, remark: reason },
        request,
      },
      session,
    );
    return whose.order;
  });
  if (told !== null) await steps.tell(told);
  return { state };
}

async function findWhose(
  { context }: Pick<Wallet, 'context'>,
  { decision, order, account }: Body,
  session: Session,
): Promise<{ order: string | null; account: string | null }> {
  if (decision === 'not_ours') return { order: null, account: null };
  if (decision === 'account') return { order: null, account: account ?? null };
  const found = await requireRow(
    context
      .model(orderResource)
      .findById(order ?? '')
      .session(session)
      .lean(),
  );
  return { order: String(found._id), account: String(found.owner) };
}

/** It counts for the order as if it had come in time: somebody has looked and said so. */
async function countForOrder(
  { context }: Pick<Wallet, 'context'>,
  { row, order, steps }: { row: StoredTransfer; order: string; steps: OrderSteps },
  session: Session,
): Promise<void> {
  const deposit = await deposits(context).findOne({ order }).session(session).lean();
  // Of an order that is paid from the balance nothing was awaited: the money is on it now.
  if (deposit === null) return;
  const counted = { kind: 'paid', amount: BigInt(row.amount), isInTime: true } as const;
  await writeDeposit(context, { deposit, counted, steps }, session);
}
