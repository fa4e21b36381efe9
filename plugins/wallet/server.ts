import { definePlugin, MESSAGE_KIND_POINT } from '@waypost/sdk';
import { contributeAccountData } from './account-data.ts';
import { mountAgents } from './agents/mount-agents.ts';
import { mountChain } from './chain/mount-chain.ts';
import { contributeEntitlements } from './members/entitlements.ts';
import { gifts } from './members/give-days.ts';
import { members } from './members/member.ts';
import { mountMembership } from './members/routes.ts';
import { keepMemberships } from './members/tend-memberships.ts';
import { migrations } from './migrations/index.ts';
import { createTurns } from './money/turns.ts';
import { mountBills } from './screens/bill/routes.ts';
import { mountPurchases } from './screens/buy_vip_combo/routes.ts';
import { mountOrders } from './screens/order/routes.ts';
import { mountCustomerOrders } from './screens/order_customer/routes.ts';
import { mountPlans } from './screens/vip_combo/routes.ts';
import { walletSettings } from './settings.ts';
import type { Wallet } from './wallet.ts';

const notices = (names: string) => names.split(' ').map((name) => `wallet.notice.${name}`);

/** What people choose among where they hear of money. */
const MESSAGE_KINDS = {
  'wallet.plan': { title: 'wallet.plan.kind', words: notices('soon last_day ended over') },
  'wallet.payment': {
    title: 'wallet.payment.kind',
    words: notices(
      'payment_paid payment_over payment_late payment_under payment_wrong_token payment_failed topped_up paid_out bank_approved bank_refused',
    ),
  },
  'wallet.withdrawal': {
    title: 'wallet.withdrawal.kind',
    words: notices(
      'withdrawal_paid withdrawal_rejected withdrawal_failed payout_address undecided sent_before unlisted',
    ),
  },
  'wallet.messages': { title: 'wallet.messages.kind', words: ['wallet'] },
};

/** Plans that customers buy, what they pay with, and what agents earn of it. */
export const plugin = definePlugin({
  id: 'wallet',
  migrations,
  async setup(context) {
    const { get: readSettings } = context.settings(walletSettings);
    const wallet: Wallet = { context, readSettings, inTurn: createTurns() };
    members(context);
    gifts(context);
    await mountChain(wallet);
    contributeEntitlements(wallet);
    mountPlans(context);
    mountPurchases(wallet);
    mountOrders(wallet);
    mountCustomerOrders(wallet);
    mountMembership(wallet);
    await mountAgents(wallet);
    await mountBills(context);
    contributeAccountData(context);
    for (const [name, kind] of Object.entries(MESSAGE_KINDS))
      context.points.contribute(MESSAGE_KIND_POINT, '^1.1', name, kind);
    await keepMemberships(wallet);
  },
});
