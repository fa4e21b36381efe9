import { addDays, amountText, LOCALES, type Locale } from '@waypost/contract';
import {
  ACCOUNT_STATES,
  type AccountStates,
  MEMBERSHIPS,
  MEMBERSHIPS_VERSIONS,
  type Memberships,
  type PluginContext,
  type Session,
  todayOf,
} from '@waypost/sdk';
import type { StoredBinding } from '../binding/bindings.ts';
import type { Bot } from '../bot.ts';
import type { BotConfig } from '../config/config.ts';
import { askForPassword } from '../password/ask-for-password.ts';
import { bindingResource } from '../screens/telegram_bot_binding/resource.ts';
import { shortened } from '../telegram/html.ts';
import { say } from '../words.ts';
import { describeCodes } from './code-answers.ts';
import { codeNames } from './codes.ts';
import { type Reply, sayEscaped } from './reply.ts';
import type { Command } from './update.ts';

/** Codes that are named with the visits of today. */
const MOST_TOP = 5;
/** A day as visits are counted by it: 20260228. */
const dayNumber = (day: string): number => Number(day.replaceAll('-', ''));

/** What is answered to a command of somebody who is bound; undefined: nothing by this way. */
export async function answerCommand(
  bot: Bot,
  { binding, config, command }: { binding: StoredBinding; config: BotConfig; command: Command | undefined },
  session: Session,
): Promise<Reply | undefined> {
  if (command?.name === 'codes' && (await isActive(bot, binding)))
    return describeCodes(bot.context, binding, { search: command.argument });
  const body = await sentenceFor(bot, { binding, config, command }, session);
  return body === undefined ? undefined : { body };
}

/** Whether the account may be told anything. */
export const isActive = async ({ context }: Bot, { owner }: StoredBinding): Promise<boolean> =>
  (await context.require<AccountStates>(ACCOUNT_STATES, '^1.6')?.isActive(owner)) === true;

async function sentenceFor(
  bot: Bot,
  { binding, config, command }: { binding: StoredBinding; config: BotConfig; command: Command | undefined },
  session: Session,
): Promise<string | undefined> {
  const { context } = bot;
  const { locale } = binding;
  if (!(await isActive(bot, binding))) return say(locale, 'account_off');
  switch (command?.name) {
    case 'me':
      return describePerson(context, binding);
    case 'stats':
      return describeVisits(context, binding);
    case 'lang':
      return changeLanguage(context, binding, command.argument, session);
    case 'password':
      return askForPassword(bot, { binding, config }, session);
    case 'start':
      return `${say(locale, 'hello')}\n\n${say(locale, 'commands')}`;
    case 'help':
      return say(locale, 'commands');
    default:
      return `${say(locale, 'not_understood')}\n\n${say(locale, 'commands')}`;
  }
}

async function describePerson(context: PluginContext, { owner, locale }: StoredBinding): Promise<string> {
  const states = context.require<AccountStates>(ACCOUNT_STATES, '^1.6');
  const [contacts, until, [balance]] = await Promise.all([
    states?.contacts([owner]),
    context.require<Memberships>(MEMBERSHIPS, MEMBERSHIPS_VERSIONS)?.until(owner),
    context.ledger.balances([owner]),
  ]);
  const { account = '', name = '' } = contacts?.[owner] ?? {};
  const day = until ? dayIn(context, locale, until) : say(locale, 'me.no_end');
  return sayEscaped(locale, 'me', {
    title: context.platform.systemTitle,
    account,
    name: name || account,
    day,
    amount: amountText(balance?.available ?? '0'),
  });
}

async function describeVisits(context: PluginContext, { owner, locale }: StoredBinding): Promise<string> {
  const day = todayOf(context);
  const [today, days] = await Promise.all([
    context.visits.today({ owner }),
    context.visits.days({ owner }, { first: dayNumber(addDays(day, -6)), last: dayNumber(day) }, 'sums'),
  ]);
  const { view_number, ip_view_number, new_visitor_number, yesterday, top_links } = today;
  const top = top_links.slice(0, MOST_TOP);
  const names = await codeNames(
    context,
    owner,
    top.map(({ link }) => link),
  );
  const lines = top.flatMap(({ link, view_number: views }) => {
    const name = names.get(link);
    return name === undefined
      ? []
      : [sayEscaped(locale, 'stats.top_line', { name: shortened(name, 60), views })];
  });
  const figures = sayEscaped(locale, 'stats', {
    views: view_number,
    addresses: ip_view_number,
    fresh: new_visitor_number,
    views_before: yesterday.view_number,
    addresses_before: yesterday.ip_view_number,
    views_week: days.reduce((sum, day) => sum + day.view_number, 0),
    zone: context.platform.timeZone,
  });
  return lines.length === 0 ? figures : [figures, '', say(locale, 'stats.top'), ...lines].join('\n');
}

/** What people write for a language: its code, or the beginning of it. */
const localeNamed = (typed: string): Locale | undefined =>
  LOCALES.find((locale) => typed !== '' && locale.toLowerCase().startsWith(typed.toLowerCase()));

/** Says everything to a chat in another language from now on, what lies in the queue already excepted. */
async function changeLanguage(
  context: PluginContext,
  binding: StoredBinding,
  typed: string,
  session: Session,
): Promise<string> {
  const locale = localeNamed(typed);
  if (locale === undefined) return say(binding.locale, 'lang.which');
  await context
    .model(bindingResource)
    .updateOne({ _id: binding._id }, { $set: { locale }, $inc: { version: 1 } }, { session });
  return say(locale, 'lang.done');
}

const dayIn = ({ platform }: PluginContext, locale: string, time: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: platform.timeZone }).format(new Date(time));
