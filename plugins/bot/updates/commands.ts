import { showAmount } from '@waypost/contract';
import {
  ACCOUNT_STATES,
  type AccountStates,
  MEMBERSHIPS,
  MEMBERSHIPS_VERSIONS,
  type Memberships,
  type PluginContext,
  type Session,
} from '@waypost/sdk';
import type { StoredBinding } from '../binding/bindings.ts';
import type { Bot } from '../bot.ts';
import type { BotConfig } from '../config/config.ts';
import { askForPassword } from '../password/ask-for-password.ts';
import { escapeText, shortened } from '../telegram/html.ts';
import { say } from '../words.ts';
import { newestCodes } from './codes.ts';

/** What is answered to a command of somebody who is bound, as HTML of Telegram; undefined: nothing by this way. */
export async function answerCommand(
  bot: Bot,
  { binding, config, command }: { binding: StoredBinding; config: BotConfig; command: string | undefined },
  session: Session,
): Promise<string | undefined> {
  const { context } = bot;
  const { owner, locale } = binding;
  const isActive = await context.require<AccountStates>(ACCOUNT_STATES, '^1.6')?.isActive(owner);
  if (isActive !== true) return say(locale, 'account_off');
  switch (command) {
    case 'me':
      return describePerson(context, binding);
    case 'stats':
      return describeVisits(context, binding);
    case 'codes':
      return describeCodes(context, binding);
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

/** A sentence of the bot in which texts of people stand. */
const said = (
  locale: StoredBinding['locale'],
  key: string,
  params: Record<string, string | number>,
): string =>
  say(
    locale,
    key,
    Object.fromEntries(
      Object.entries(params).map(([name, value]) => [
        name,
        escapeText(typeof value === 'number' ? new Intl.NumberFormat(locale).format(value) : value),
      ]),
    ),
  );

async function describePerson(context: PluginContext, { owner, locale }: StoredBinding): Promise<string> {
  const states = context.require<AccountStates>(ACCOUNT_STATES, '^1.6');
  const [contacts, until, [balance]] = await Promise.all([
    states?.contacts([owner]),
    context.require<Memberships>(MEMBERSHIPS, MEMBERSHIPS_VERSIONS)?.until(owner),
    context.ledger.balances([owner]),
  ]);
  const { account = '', name = '' } = contacts?.[owner] ?? {};
  const day = until ? dayIn(context, locale, until) : say(locale, 'me.no_end');
  return said(locale, 'me', {
    ...{ title: context.platform.systemTitle, account, name: name || account, day },
    amount: showAmount(balance?.available ?? '0'),
  });
}

async function describeVisits(context: PluginContext, { owner, locale }: StoredBinding): Promise<string> {
  const { view_number, ip_view_number, new_visitor_number, yesterday } = await context.visits.today({
    owner,
  });
  return said(locale, 'stats', {
    ...{ views: view_number, addresses: ip_view_number, fresh: new_visitor_number },
    ...{ views_before: yesterday.view_number, addresses_before: yesterday.ip_view_number },
    zone: context.platform.timeZone,
  });
}

async function describeCodes(context: PluginContext, { owner, locale }: StoredBinding): Promise<string> {
  const { codes, count } = await newestCodes(context, owner);
  if (codes.length === 0) return say(locale, 'codes.none');
  const lines = codes.map(({ name, views, address }) =>
    said(locale, 'codes.line', { name: shortened(name, 60), views, address }),
  );
  const more = count > codes.length ? [said(locale, 'codes.more', { count: count - codes.length })] : [];
  return [say(locale, 'codes.title'), ...lines, ...more].join('\n');
}

const dayIn = ({ platform }: PluginContext, locale: string, time: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: platform.timeZone }).format(new Date(time));
