import { definePlugin, MESSAGE_KIND_POINT } from '@waypost/sdk';
import { contributeAccountData } from './account-data.ts';
import { migrations } from './migrations/index.ts';
import { contributeOverview } from './overview.ts';
import { mountRules } from './screens/shield_configuration/routes.ts';
import { mountPushes } from './screens/shield_push/routes.ts';
import { mountProviders } from './screens/we_chat_blocking_detection_configuration/routes.ts';
import { mountDetection } from './screens/wx_shield_detection/routes.ts';

/** Who may visit, whether WeChat blocks domains, and what happens when it does. */
export const plugin = definePlugin({
  id: 'wechat-shield',
  migrations,
  async setup(context) {
    mountProviders(context);
    mountRules(context);
    await mountDetection(context);
    await mountPushes(context);
    contributeAccountData(context);
    contributeOverview(context);
    const told = { title: 'wechat-shield.messages.kind', words: 'wechat-shield' };
    context.points.contribute(MESSAGE_KIND_POINT, '^1', 'wechat-shield.messages', told);
  },
});
