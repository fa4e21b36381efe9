import { errors } from '@waypost/contract';
import { describePayment } from '../../chain/orders/payment.ts';
import { PAYMENT_TOPIC } from '../../chain/orders/tell-payment.ts';
import type { Wallet } from '../../wallet.ts';
import { paymentDetails, rechargeAdd, rechargeFacts } from './calls.ts';
import { openRecharge, readFacts } from './service.ts';

const READ = 'wallet.recharge:read';

/** Mounts putting money onto the own balance over the chain, and following any own payment. */
export function mountRecharge(wallet: Wallet): void {
  const { context } = wallet;
  context.call(rechargeFacts, (_body, { caller }) => readFacts(wallet, caller.id));
  context.call(rechargeAdd, (body, request) => openRecharge(wallet, body, request));
  context.call(paymentDetails, async ({ id }, { caller }) => {
    const payment = await describePayment(wallet, { order: id, owner: caller.id });
    if (payment === undefined) throw errors.notFound.create();
    return payment;
  });
  context.realtime.topic(PAYMENT_TOPIC, {
    permission: READ,
    scope: async ({ caller, parameter = '' }) => {
      if (!/^[0-9a-f]{24}$/.test(parameter)) return undefined;
      const payment = await describePayment(wallet, { order: parameter, owner: caller.id });
      return payment === undefined ? undefined : parameter;
    },
    isState: true,
  });
  context.menu(
    {
      route: 'balance_recharge',
      parent: 'money',
      sort: 78,
      icon: 'download',
      hiddenFor: 'wallet.order:read_all',
      roles: ['agent', 'customer'],
    },
    READ,
    ['wallet.recharge:create', 'wallet.bank_top_up:read'],
  );
}
