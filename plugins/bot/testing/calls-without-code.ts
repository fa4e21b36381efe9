import { because, type PluginCodes } from '../../../tests/security/plugin-codes.ts';

/** Which of the plugin's calls ask for a code of the second factor, and why others do not. */
export const codes: PluginCodes = {
  subjects: /^bot\./,
  own: ['telegram_password'],
  without: {
    ...because('it only takes access away', ['telegram_bot_binding/unbind']),
    ...because('whoever calls it proves with it who they are, or has no account yet', [
      'telegram_password/send_link',
    ]),
    ...because('it leads nothing out: what it says is shown, or when something is told', [
      'telegram_bot_binding/choose',
      'telegram_bot_binding/test',
    ]),
  },
};
