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
    const told = { title: 'plugin.wallet', words: 'wallet' };
    context.points.contribute(MESSAGE_KIND_POINT, '^1', 'wallet.messages', told);
    await keepMemberships(wallet);
  },
});
