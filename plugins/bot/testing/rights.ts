import { type PluginRights, verbs } from '../../../tests/security/plugin-rights.ts';

/** Which of the plugin's rights each role has from the beginning. */
export const rights: PluginRights = {
  everyRole: [...verbs('bot.binding', 'read create update delete test')],
  administrator: ['bot.binding:read_all', ...verbs('bot.settings', 'read update'), 'bot.message:read'],
};
