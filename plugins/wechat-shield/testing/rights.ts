import { type PluginRights, verbs } from '../../../tests/security/plugin-rights.ts';

/** Which of the plugin's rights each role has from the beginning. */
export const rights: PluginRights = {
  everyRole: [
    ...verbs('wechat-shield.rule', 'read create update delete'),
    ...verbs('wechat-shield.check', 'read create'),
    'wechat-shield.host:read',
  ],
  administrator: [
    'wechat-shield.check:read_all',
    'wechat-shield.host:read_all',
    ...verbs('wechat-shield.provider', 'read create update delete test'),
    ...verbs('wechat-shield.push', 'read update resend'),
    'wechat-shield.rule:read_all',
  ],
};
