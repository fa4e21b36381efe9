import { AppError, errors } from '@waypost/contract';
import { type LetterWords, type PluginContext, sentenceOf, tellNow } from '@waypost/sdk';
import type { PushConfig } from '../detection/config.ts';
import english from '../locales/en-US.json' with { type: 'json' };
import swahili from '../locales/sw-KE.json' with { type: 'json' };
import chinese from '../locales/zh-CN.json' with { type: 'json' };
import { PUSH_READ } from './nodes.ts';
import type { StoredDelivery, StoredPush } from './stored.ts';

const WORDS: LetterWords = { 'zh-CN': chinese, 'en-US': english, 'sw-KE': swahili };
/** Longest title of a message. */
const TITLE_LETTERS = 100;

/** Puts what happened into inboxes, and so to wherever people hear of them. @returns whether it was told, or never can be */
export async function tellPeople(
  context: PluginContext,
  { row, delivery, config }: { row: StoredPush; delivery: StoredDelivery; config: PushConfig },
): Promise<boolean> {
  const { channel, kind, key } = delivery;
  const isOwner = channel === 'owner';
  // Of what waits for a person's word only those are told who can say it.
  const policy = isOwner || row.held === '' ? row.codes : 'held';
  const codes = kind === 'blocked' ? `.${policy}` : '';
  const appeal = kind === 'blocked' && config.appeal_link !== '' ? '.appeal' : '';
  const words = `wechat-shield.push.${kind}.${isOwner ? 'owner' : 'operators'}${codes}${appeal}`;
  const params = { name: row.shown, appeal: config.appeal_link };
  const plain = (part: 'title' | 'content') =>
    sentenceOf(WORDS, 'en-US', { key: `${words}.${part}`, params });
  try {
    return await tellNow(context, {
      to: isOwner ? { accounts: [row.holder] } : { permission: PUSH_READ },
      words,
      params,
      plain: { title: plain('title').slice(0, TITLE_LETTERS), content: plain('content') },
      occasion: `push ${key}`,
      screen: isOwner ? 'wx_shield_detection?tab=domains' : `shield_push?id=${row._id}`,
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== errors.invalidInput.code) throw error;
    // It would be refused for ever, and hold up those behind it.
    context.log.error({ error, push: row._id }, 'a message about a block was refused by the inboxes');
    return true;
  }
}
