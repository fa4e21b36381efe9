import { expect } from 'bun:test';
import type { Person } from '@waypost/sdk/testing';
import { BOT_NAME, BOT_TOKEN } from '../../../tests/bot-api.ts';
import type { BotPlace } from './start-bot.ts';

/** Of everybody in a test. */
const PERSON_PASSWORD = 'Waypost123';

type Own = {
  binding: { id: string; is_bound: boolean; end_reason: string; username: string } | null;
  link: { state: string; refused_time: string | null } | null;
  kinds: { name: string; title: string; is_on: boolean }[];
};

/** What people do who bind a chat and write to the bot. */
export function bindingSteps(place: () => BotPlace) {
  const own = (as: Person) => place().t.call<Own>('telegram_bot_binding/own', {}, { as });
  const makeLink = async (
    as: Person,
    locale: 'en-US' | 'zh-CN' | 'sw-KE' = 'en-US',
    password = PERSON_PASSWORD,
  ) => {
    const field = { area: 'telegram_bot_binding', call: 'make_link', field: 'old_password' };
    const body = { old_password: await place().t.seal(password, field) };
    const { link } = await place().t.call<{ link: string }>('telegram_bot_binding/make_link', body, {
      as,
      locale,
    });
    expect(link).toStartWith(`https://t.me/${BOT_NAME}?start=`);
    return new URL(link).searchParams.get('start') ?? '';
  };
  const write = (chat: number, text: string, more: object = {}) =>
    place().api.control('write', { token: BOT_TOKEN, chat, text, ...more });
  const answersTo = async (chat: number, text: string): Promise<string[]> => {
    const before = (await place().textsOf(chat)).length;
    await write(chat, text);
    await place().turn();
    return (await place().textsOf(chat)).slice(before);
  };
  const bindTo = async (as: Person, chat: number, locale: 'en-US' | 'zh-CN' | 'sw-KE' = 'en-US') => {
    await write(chat, `/start ${await makeLink(as, locale)}`);
    await place().turn();
  };
  return { own, makeLink, write, answersTo, bindTo };
}
