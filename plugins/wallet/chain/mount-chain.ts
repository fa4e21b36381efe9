import { mountBank } from '../bank/mount-bank.ts';
import { mountPayouts } from '../payouts/mount-payouts.ts';
import { mountRecharge } from '../screens/balance_recharge/routes.ts';
import { mountPayConfig } from '../screens/pay_config/routes.ts';
import { mountTron } from '../screens/tron/routes.ts';
import { mountTransfers } from '../screens/usdt_transaction_record/routes.ts';
import { mountApprovers } from '../signing/approvers/approver-keys.ts';
import { createSigner } from '../signing/ask-signer.ts';
import type { Wallet } from '../wallet.ts';
import { mountWithdrawals } from '../withdrawals/mount-withdrawals.ts';
import { orderSteps } from './orders/order-steps.ts';
import { transferPay } from './orders/transfer-pay.ts';
import { contributeOverview } from './overview.ts';
import { createProviderPool } from './providers/provider-pool.ts';
import { mountWatching } from './watching/mount-watching.ts';

/** Mounts paying over the chain: what is set, what is seen there, and what becomes of orders; from here on they can be paid so. */
export async function mountChain(wallet: Wallet): Promise<void> {
  const { context } = wallet;
  const pool = createProviderPool(context);
  const steps = orderSteps(wallet);
  wallet.transfer = transferPay(wallet);
  contributeOverview(context);
  mountPayConfig(context, pool);
  mountRecharge(wallet);
  mountTransfers(wallet, steps);
  await mountBank(context);
  await mountWatching(context, { pool, steps });
  await mountWithdrawals(context, pool);
  const signer = createSigner(context);
  mountApprovers(context, signer);
  await mountTron(context, pool, signer);
  await mountPayouts(context, { pool, signer, approvalsOf: (row) => row.signed_approvals ?? [] });
}
