import { DOMAIN_ALERT_POINT, type DomainAlertChannel, type PluginContext } from '@waypost/sdk';
import { PLATFORM } from '../domains/values.ts';
import { alertWords } from './alert-letter.ts';
import type { AlertText } from './alert-text.ts';

type Delivered = Parameters<DomainAlertChannel['deliver']>[0];

/** What channels besides inbox and letter are told, in all languages. What one does not deliver keeps no other from it. */
export async function tellChannels(
  context: PluginContext,
  {
    text: { words, params, occasion, screen },
    owner,
    ...alert
  }: Pick<Delivered, 'host' | 'kind' | 'facet' | 'is_platform'> & { owner: string; text: AlertText },
): Promise<void> {
  const channels = await context.points.contributions<DomainAlertChannel>(DOMAIN_ALERT_POINT);
  if (channels.length === 0) return;
  const text = (part: 'title' | 'content') => ({
    'zh-CN': alertWords('zh-CN', `${words}.${part}`, params),
    'en-US': alertWords('en-US', `${words}.${part}`, params),
    'sw-KE': alertWords('sw-KE', `${words}.${part}`, params),
  });
  for (const { contribution, name: channel } of channels)
    try {
      await contribution.deliver({
        ...alert,
        occasion,
        screen,
        owner: owner === PLATFORM ? null : owner,
        title: text('title'),
        content: text('content'),
      });
    } catch (error) {
      const domain = alert.host;
      context.log.error({ error, channel, domain }, 'a channel did not deliver an alert about a domain');
    }
}
