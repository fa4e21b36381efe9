import { type Filter, type LetterWords, type PluginContext, sentenceOf, tellNow } from '@waypost/sdk';
import english from '../locales/en-US.json' with { type: 'json' };
import swahili from '../locales/sw-KE.json' with { type: 'json' };
import chinese from '../locales/zh-CN.json' with { type: 'json' };
import { providerResource } from '../screens/we_chat_blocking_detection_configuration/resource.ts';
import type { StoredProvider } from './stored.ts';

const WORDS: LetterWords = { 'zh-CN': chinese, 'en-US': english, 'sw-KE': swahili };
const LIES = 'wechat-shield.provider.lies';

/** Tells operators once when a provider calls the known good address blocked, so that it does not count any more. */
export async function tellLies(context: PluginContext): Promise<void> {
  const model = context.model(providerResource);
  const untold: Filter<StoredProvider> = { standing: 'lies', state: 'on', is_lie_told: { $ne: true } };
  for (const { _id, name, standing_time } of await model.find(untold).lean()) {
    const params = { name };
    const plain = (part: string) => sentenceOf(WORDS, 'en-US', { key: `${LIES}.${part}`, params });
    const isTold = await tellNow(context, {
      to: { permission: 'wechat-shield.provider:update' },
      words: LIES,
      params,
      plain: { title: plain('title').slice(0, 100), content: plain('content') },
      occasion: `lies ${String(_id)} ${standing_time?.toISOString() ?? ''}`,
      screen: 'we_chat_blocking_detection_configuration',
    });
    if (isTold) await mark(context, { _id }, true);
  }
  await mark(context, { standing: { $ne: 'lies' }, is_lie_told: true }, false);
}

async function mark(
  context: PluginContext,
  filter: Filter<StoredProvider>,
  is_lie_told: boolean,
): Promise<void> {
  const set = { $set: { is_lie_told } };
  await context.model(providerResource).updateMany(filter, set, { timestamps: false });
}
