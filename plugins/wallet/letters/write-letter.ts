import type { Locale } from '@waypost/contract';
import {
  ACCOUNT_STATES,
  type AccountStates,
  type PluginContext,
  SYSTEM_MAIL,
  type SystemMail,
} from '@waypost/sdk';
import english from '../locales/en-US.json' with { type: 'json' };
import swahili from '../locales/sw-KE.json' with { type: 'json' };
import chinese from '../locales/zh-CN.json' with { type: 'json' };
import payoutEnglish from '../screens/acting_withdrawal_list/en-US.json' with { type: 'json' };
import payoutSwahili from '../screens/acting_withdrawal_list/sw-KE.json' with { type: 'json' };
import payoutChinese from '../screens/acting_withdrawal_list/zh-CN.json' with { type: 'json' };

const WORDS: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
  'zh-CN': { ...chinese, ...payoutChinese },
  'en-US': { ...english, ...payoutEnglish },
  'sw-KE': { ...swahili, ...payoutSwahili },
};
const SUBJECT_LETTERS = 300;

export interface Letter {
  account: string;
  /** `<words>.title` and `<words>.content`. */
  words: string;
  params: Record<string, string>;
  occasion: string;
  /** Screen that it leads to. */
  screen: string;
}

/** Sends somebody an e-mail where there is an address and a server. The inbox is what counts: one that cannot be queued is logged. */
export async function writeLetter(
  context: PluginContext,
  { account, words, params, occasion, screen }: Letter,
): Promise<void> {
  const mail = context.require<SystemMail>(SYSTEM_MAIL, '^1');
  const states = context.require<AccountStates>(ACCOUNT_STATES, '^1.4');
  try {
    if (mail === undefined || states === undefined || !(await mail.isOn())) return;
    const to = (await states.emails([account]))[account];
    if (to === undefined) return;
    const locale = await mail.locale();
    const sentence = (part: 'title' | 'content') => inWords(locale, `${words}.${part}`, params);
    await mail.send({
      to,
      subject: sentence('title').slice(0, SUBJECT_LETTERS),
      text: `${sentence('content')}\n\n${context.platform.publicUrl}/#/customer/${screen}`,
      occasion,
    });
  } catch (error) {
    context.log.error({ error, occasion }, 'a letter about money is not sent');
  }
}

/** No request brings a language along. */
function inWords(locale: Locale, key: string, params: Readonly<Record<string, string>>): string {
  const words = WORDS[locale][key] ?? WORDS['en-US'][key] ?? key;
  return words.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => params[name] ?? whole);
}
