import { errors } from '@waypost/contract';
import { type OperationRun, type PluginContext, requireRow, type SignedRequest } from '@waypost/sdk';
import { z } from 'zod';
import { deposits } from '../../chain/deposits/deposit.ts';
import { walletErrors } from '../../errors.ts';
import { namesOf } from '../../money/names-of.ts';
import { findOrder } from '../stored.ts';
import { OrderStatus } from '../values.ts';
import { receiptCall } from './calls.ts';
import { type Receipt, writeReceipt } from './write-receipt.ts';

const KIND = 'receipt';
const READ_ALL = 'wallet.order:read_all';
const zInput = z.strictObject({ order: z.string() });

/** Mounts receipts: the buyer of a paid order has one written, and operators one of anybody's. */
export function mountReceipts(context: PluginContext): void {
  context.operations.define(KIND, { input: zInput, run: (run) => runReceipt(context, run) });
  context.call(receiptCall, ({ id }, request) => startReceipt(context, id, request));
}

/** Errors: `not_found` 404 for an order that the caller does not see; `wallet.receipt_unpaid` 409 */
async function startReceipt(
  context: PluginContext,
  id: string,
  request: SignedRequest,
): Promise<{ id: string }> {
  const { caller } = request;
  const order = await findOrder(context, id);
  const owner = String(order?.owner);
  if (order === null || (owner !== caller.id && !caller.isSuper && !caller.permissions.has(READ_ALL)))
    throw errors.notFound.create();
  if (order.status !== OrderStatus.paid) throw walletErrors.receiptUnpaid.create({ number: order.number });
  const started = await context.operations.start(KIND, { name: order.number, input: { order: id } }, request);
  if (owner !== caller.id)
    await context.audit({
      type: 'wallet.order.receipt',
      target: id,
      after: { number: order.number },
      request,
    });
  return started;
}

async function runReceipt(context: PluginContext, run: OperationRun<z.infer<typeof zInput>>): Promise<void> {
  await writeReceipt(run, await readReceipt(context, run.input.order));
}

/** Errors: `not_found` 404; `wallet.receipt_unpaid` 409 */
export async function readReceipt(context: PluginContext, id: string): Promise<Receipt> {
  const order = await requireRow(findOrder(context, id));
  if (order.status !== OrderStatus.paid) throw walletErrors.receiptUnpaid.create({ number: order.number });
  const owner = String(order.owner);
  const deposit =
    order.kind === 'top_up' ? await requireRow(deposits(context).findOne({ order: id }).lean()) : undefined;
  const { systemTitle, publicUrl, timeZone } = context.platform;
  return {
    order,
    paid: deposit?.total ?? order.price,
    buyer: (await namesOf(context, [owner]))[owner] ?? owner,
    seller: systemTitle,
    address: publicUrl,
    timeZone,
    now: context.clock.date().toISOString(),
  };
}
