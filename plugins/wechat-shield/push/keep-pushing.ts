import { DOMAIN_ALERT_POINT, type PluginContext } from '@waypost/sdk';
import { tellLies } from '../providers/tell-lies.ts';
import { pushRound } from './push-round.ts';

export const PUSH_JOB = 'follow_blocks';

/** Follows blocks: codes, messages, and what was taken over meanwhile. */
export async function keepPushing(context: PluginContext): Promise<void> {
  context.jobs.define(PUSH_JOB, async (_data, signal) => {
    await pushRound(context, signal);
    if (!signal.aborted) await tellLies(context);
  });
  // What a spare has taken over answers again at once, and not with the next round.
  context.points.contribute(DOMAIN_ALERT_POINT, '^1', 'wechat-shield.taken_over', {
    title: 'plugin.wechat-shield',
    deliver: async ({ kind }: { kind: string }) => {
      if (kind === 'taken_over') await context.jobs.now(PUSH_JOB);
    },
  });
  await context.jobs.every('10 seconds', PUSH_JOB);
}
