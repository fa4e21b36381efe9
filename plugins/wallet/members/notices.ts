import type { Locale } from '@waypost/contract';
import {
  ACCOUNT_STATES,
  type AccountStates,
  type MembershipEnd,
  type PluginContext,
  SITE_MESSAGES,
  type SiteMessages,
  SYSTEM_MAIL,
  type SystemMail,
} from '@waypost/sdk';
import english from '../locales/en-US.json' with { type: 'json' };
import swahili from '../locales/sw-KE.json' with { type: 'json' };
import chinese from '../locales/zh-CN.json' with { type: 'json' };

/** What members are told: before the end, on the last day, at the end, and when the days of grace are over. */
export const NOTICES = ['soon', 'last_day', 'ended', 'over'] as const;
export type Notice = (typeof NOTICES)[number];

const WORDS: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
  'zh-CN': chinese,
  'en-US': english,
  'sw-KE': swahili,
};
const DAY_LETTERS = 'yyyy-mm-dd'.length;
const SUBJECT_LETTERS = 300;
/** Where members go on. */
const SCREEN = 'buy_vip_combo';

/** Tells somebody how the membership stands: into the inbox, and as a letter where there is an address; once for each end. */
export async function tellMember(
  context: PluginContext,
  { account, until, notice, graceDays }: MembershipEnd & { notice: Notice; graceDays: number },
): Promise<void> {
  const words = `wallet.notice.${notice}`;
  const params = { day: until.slice(0, DAY_LETTERS), days: String(graceDays) };
  const occasion = `${account} ${notice} ${until}`;
  await context.require<SiteMessages>(SITE_MESSAGES, '^1')?.tell({
    ...{ to: { accounts: [account] }, words, params, occasion, screen: SCREEN },
    plain: { title: params.day, content: notice },
  });
  await writeLetter(context, { account, words, params, occasion });
}

/** The inbox is what counts: a letter that cannot be queued is logged. */
async function writeLetter(
  context: PluginContext,
  {
    account,
    words,
    params,
    occasion,
  }: { account: string; words: string; params: Record<string, string>; occasion: string },
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
      text: `${sentence('content')}\n\n${context.platform.publicUrl}/#/customer/${SCREEN}`,
      occasion,
    });
  } catch (error) {
    context.log.error({ error, occasion }, 'a reminder of a membership is not sent by e-mail');
  }
}

/** No request brings a language along. */
function inWords(locale: Locale, key: string, params: Readonly<Record<string, string>>): string {
  const words = WORDS[locale][key] ?? WORDS['en-US'][key] ?? key;
  return words.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => params[name] ?? whole);
}
