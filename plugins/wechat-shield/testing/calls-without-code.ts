import { because, type PluginCodes } from '../../../tests/security/plugin-codes.ts';

/** Which of the plugin's calls ask for a code of the second factor, and why others do not. */
export const codes: PluginCodes = {
  subjects: /^wechat-shield\./,
  without: {
    ...because(
      'it says who may visit, when something is checked, or that something is blocked: nothing leaves',
      [
        'shield_configuration/add',
        'shield_configuration/update',
        'shield_configuration/move',
        'shield_configuration/remove',
        'wx_shield_detection/check',
        'wx_shield_detection/check_many',
        'shield_host/check',
        'shield_host/check_codes',
        'shield_push/set_codes',
        'we_chat_blocking_detection_configuration/update_config',
      ],
    ),
    ...because('it only takes a provider away', ['we_chat_blocking_detection_configuration/remove']),
    ...because('it sends to where a call that asked has said', [
      'we_chat_blocking_detection_configuration/test',
      'shield_push/resend',
      'shield_push/test_webhook',
    ]),
  },
};
