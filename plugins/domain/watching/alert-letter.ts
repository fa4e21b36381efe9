import type { Locale } from '@waypost/contract';
import {
  ACCOUNT_STATES,
  type AccountStates,
  type PluginContext,
  SYSTEM_MAIL,
  type SystemMail,
} from '@waypost/sdk';
import english from '../screens/domain_monitor/en-US.json' with { type: 'json' };
import swahili from '../screens/domain_monitor/sw-KE.json' with { type: 'json' };
import chinese from '../screens/domain_monitor/zh-CN.json' with { type: 'json' };
import reserveEnglish from '../screens/hold_domain/en-US.json' with { type: 'json' };
import reserveSwahili from '../screens/hold_domain/sw-KE.json' with { type: 'json' };
import reserveChinese from '../screens/hold_domain/zh-CN.json' with { type: 'json' };
import hijackEnglish from '../screens/no_hijack/en-US.json' with { type: 'json' };
import hijackSwahili from '../screens/no_hijack/sw-KE.json' with { type: 'json' };
import hijackChinese from '../screens/no_hijack/zh-CN.json' with { type: 'json' };
import type { AlertText } from './alert-text.ts';

const WORDS: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
  'zh-CN': { ...chinese, ...reserveChinese, ...hijackChinese },
  'en-US': { ...english, ...reserveEnglish, ...hijackEnglish },
  'sw-KE': { ...swahili, ...reserveSwahili, ...hijackSwahili },
};

/** A sentence of an alert. No request brings a language with it. */
export function alertWords(locale: Locale, key: string, params: Readonly<Record<string, string>>): string {
  const words = WORDS[locale][key] ?? WORDS['en-US'][key] ?? key;
  return words.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => params[name] ?? whole);
}

/** Also sends an alert to the owner's address, where there is one. The inbox is what counts: a full queue is logged. */
export async function mailAlert(context: PluginContext, owner: string, alert: AlertText): Promise<void> {
  const mail = context.require<SystemMail>(SYSTEM_MAIL, '^1');
  const states = context.require<AccountStates>(ACCOUNT_STATES);
  try {
    if (mail === undefined || states === undefined || !(await mail.isOn())) return;
    const to = (await states.emails([owner]))[owner];
    if (to === undefined) return;
    const locale = await mail.locale();
    const words = (part: 'title' | 'content') => alertWords(locale, `${alert.words}.${part}`, alert.params);
    await mail.send({
      to,
      subject: words('title').slice(0, 300),
      text: `${words('content')}\n\n${context.platform.publicUrl}/#/customer/${alert.screen}`,
      occasion: `${alert.occasion} ${owner}`,
    });
  } catch (error) {
    context.log.error({ error, occasion: alert.occasion }, 'an alert about a domain is not sent by e-mail');
  }
}
