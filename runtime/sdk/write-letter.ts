import type { Locale } from '@waypost/contract';
import { ACCOUNT_STATES, type AccountStates } from './account-states.ts';
import type { PluginContext } from './context.ts';
import { SYSTEM_MAIL, type SystemMail } from './system-mail.ts';

/** The sentences of a plugin that letters are written with: what stands in its locale files. */
export type LetterWords = Readonly<Record<Locale, Readonly<Record<string, string>>>>;

/** What somebody with an account is written. */
export interface Letter {
  /** Id of the account. */
  account: string;
  /** `<words>.title` and `<words>.content`. */
  words: string;
  params: Readonly<Record<string, string>>;
  /** The same plugin sends one letter for each occasion. */
  occasion: string;
  /** Screen that it leads to. */
  screen: string;
}

const SUBJECT_LETTERS = 300;

/** A sentence where no request brings a language along; one that a language has not is the English one. */
export function sentenceOf(
  words: LetterWords,
  locale: Locale,
  { key, params }: { key: string; params: Readonly<Record<string, string>> },
): string {
  const sentence = words[locale][key] ?? words['en-US'][key] ?? key;
  return sentence.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => params[name] ?? whole);
}

/**
 * Sends somebody a letter beside the message in the inbox, where there is an address and a server, in the language that the
 * operator chose for letters. The inbox is what counts: one that cannot be queued is logged.
 */
export async function writeLetter(
  context: Pick<PluginContext, 'require' | 'log' | 'platform'>,
  letterWords: LetterWords,
  { account, words, params, occasion, screen }: Letter,
): Promise<void> {
  const mail = context.require<SystemMail>(SYSTEM_MAIL, '^1');
  const states = context.require<AccountStates>(ACCOUNT_STATES, '^1.4');
  try {
    if (mail === undefined || states === undefined || !(await mail.isOn())) return;
    const to = (await states.emails([account]))[account];
    if (to === undefined) return;
    const locale = await mail.locale();
    const sentence = (part: 'title' | 'content') =>
      sentenceOf(letterWords, locale, { key: `${words}.${part}`, params });
    await mail.send({
      to,
      subject: sentence('title').slice(0, SUBJECT_LETTERS),
      text: `${sentence('content')}\n\n${context.platform.publicUrl}/#/customer/${screen}`,
      occasion,
    });
  } catch (error) {
    context.log.error({ error, occasion }, 'a letter to somebody is not sent');
  }
}
