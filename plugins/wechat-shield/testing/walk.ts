import type { PluginWalk } from '../../../tests/e2e/walk/plugin-walk.ts';
import { makeThings } from './walk-things.ts';

/** By what on its screens the plugin's rights are seen, and what stands on them. */
export const walk: PluginWalk = {
  verbs: {
    'wechat-shield.rule:create': { shield_configuration: ['wechat-shield.rule.create'] },
    'wechat-shield.rule:update': { shield_configuration: ['action.edit'] },
    'wechat-shield.rule:delete': { shield_configuration: ['action.delete'] },
    'wechat-shield.provider:create': {
      we_chat_blocking_detection_configuration: ['wechat-shield.provider.create'],
    },
    'wechat-shield.provider:update': { we_chat_blocking_detection_configuration: ['action.edit'] },
    'wechat-shield.provider:delete': { we_chat_blocking_detection_configuration: ['action.delete'] },
    'wechat-shield.provider:test': {
      we_chat_blocking_detection_configuration: ['wechat-shield.provider.test'],
    },
    'wechat-shield.host:read': { wx_shield_detection: ['wechat-shield.now.tab.domains'] },
    'wechat-shield.push:update': { shield_push: ['action.save'] },
  },
  withoutButton: {
    'wechat-shield.rule:read_all': 'rows of others',
    'wechat-shield.check:create': 'stands where a provider is on (tests/e2e/shield)',
    'wechat-shield.check:read_all': 'rows of others',
    'wechat-shield.host:read_all': 'rows of others',
    'wechat-shield.push:resend': 'stands on the page of a block (tests/full/shield-screens)',
  },
  ownThings: ['shield_configuration'],
  makeThings,
};
