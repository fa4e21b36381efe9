import type { Views, Walker, WalkPlace } from '../../../tests/e2e/walk/plugin-walk.ts';

/** A provider of detections that is off: nobody is asked. */
export async function makeThings({ walkers }: WalkPlace): Promise<(walker: Walker) => Views> {
  await walkers.super.api.call('we_chat_blocking_detection_configuration/add', {
    name: 'Walked provider',
    state: 'off',
    endpoint: 'https://walked.example/?u={url}',
    normal_values: 'ok',
    blocked_values: 'blocked',
  });
  const views = {
    we_chat_blocking_detection_configuration: ['?tab=detection'],
    wx_shield_detection: ['?tab=domains'],
    shield_push: ['?tab=policy'],
  };
  return () => views;
}
