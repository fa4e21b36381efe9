import type { Api } from '../../api.ts';

/** A provider of detections that is off: nobody is asked. */
export async function addProvider(root: Api): Promise<void> {
  await root.call('we_chat_blocking_detection_configuration/add', {
    ...{ name: 'Walked provider', state: 'off', endpoint: 'https://walked.example/?u={url}' },
    ...{ normal_values: 'ok', blocked_values: 'blocked' },
  });
}

/** What the screens of the shield show beside their first tab. */
export const SHIELD_VIEWS = {
  we_chat_blocking_detection_configuration: ['?tab=detection'],
  wx_shield_detection: ['?tab=domains'],
  shield_push: ['?tab=policy'],
};
