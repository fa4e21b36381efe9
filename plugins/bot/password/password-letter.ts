import type { Locale } from '@waypost/contract';
import type { Bot } from '../bot.ts';
import { escapeText } from '../telegram/html.ts';
import { say } from '../words.ts';
import { mayResetPassword } from './ask-for-password.ts';

/** How long the link is good: whoever writes to the bot waits for it, and it lies in the chat for good. */
const LINK_MINUTES = 60;

/**
 * A one-time link to a new password, made as it goes out: no store and no backup ever holds it. One made by an earlier try ends
 * with this. Undefined: the account is
 * disabled, gone or an administrator's.
 */
export async function passwordLetter(
  { context }: Bot,
  account: string,
  locale: Locale,
): Promise<string | undefined> {
  if (!(await mayResetPassword(context, account))) return undefined;
  const { token, expires_at } = await context.identity.people.passwordLink(account, {
    minutes: LINK_MINUTES,
  });
  const { systemTitle, publicUrl, timeZone } = context.platform;
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const url = `${publicUrl}/#/set_password?token=${token}`;
  const text = say(locale, 'password', {
    title: escapeText(systemTitle),
    time: escapeText(time.format(new Date(expires_at))),
  });
  return `${text}\n\n${escapeText(url)}`;
}
