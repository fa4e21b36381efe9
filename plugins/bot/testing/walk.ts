import type { PluginWalk } from '../../../tests/e2e/walk/plugin-walk.ts';

/** By what on its screens the plugin's rights are seen, and what stands on them. */
export const walk: PluginWalk = {
  verbs: {
    'bot.settings:read': { telegram_bot_binding: ['bot.page.tab.bot'] },
    'bot.message:read': { telegram_bot_binding: ['bot.page.tab.messages'] },
  },
  withoutButton: {
    'bot.binding:read_all': 'the tab with the bindings of others',
    'bot.binding:create': 'stands where a bot is set up (tests/full/bot-screens)',
    'bot.binding:update': 'stands beside an own binding (tests/full/bot-screens)',
    'bot.binding:delete': 'stands beside an own binding (tests/full/bot-screens)',
    'bot.binding:test': 'stands beside an own binding (tests/full/bot-screens)',
    'bot.settings:update': 'on a tab that wants bot.settings:read, too (tests/full/bot-screens)',
  },
};
