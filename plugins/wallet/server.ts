import { definePlugin } from '@waypost/sdk';
import { mountPlans } from './screens/vip_combo/routes.ts';
import { walletSettings } from './settings.ts';

/** Plans that customers buy, what they pay with, and what agents earn of it. */
export const plugin = definePlugin({
  id: 'wallet',
  setup(context) {
    context.settings(walletSettings);
    mountPlans(context);
  },
});
