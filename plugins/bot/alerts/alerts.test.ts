import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { bindingSteps } from '../testing/binding-steps.ts';
import { type BotPlace, startBot } from '../testing/start-bot.ts';

setDefaultTimeout(60_000);

let place: BotPlace;
beforeAll(async () => {
  place = await startBot();
  await place.setUp();
});
afterAll(() => place?.stop());
beforeEach(() => place.api.control('forget', {}));

const { bindTo } = bindingSteps(() => place);
const TEXTS = {
  'en-US': { title: 'Domain <down>', content: 'shop.example & others' },
  'zh-CN': { title: '域名<停机>', content: 'shop.example & 其他' },
  'sw-KE': { title: 'Kikoa <chini>', content: 'shop.example & vingine' },
};
const OPEN = { 'en-US': 'Open', 'zh-CN': '打开', 'sw-KE': 'Fungua' };

test.each([
  ['en-US', 51],
  ['zh-CN', 52],
  ['sw-KE', 53],
] as const)(
  'an alert reaches a chat in the language that was chosen for it, as it was written: %s',
  async (locale, chat) => {
    const account = `alerted.${locale.slice(0, 2)}`;
    const person = await place.t.person(account);
    await bindTo(person, chat, locale);
    await place.api.control('forget', {});
    const recipients = [{ id: person.id, account, message: `m ${locale}` }];
    await place.tell({ recipients, texts: TEXTS, screen: 'domain_monitor?id=1' });
    await place.turn();
    const escaped = (text: string) =>
      text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    const { title, content } = TEXTS[locale];
    const [told, ...more] = await place.textsOf(chat);
    expect(more).toEqual([]);
    expect(told).toContain(`<b>${escaped(title)}</b>\n\n${escaped(content)}`);
    expect(told).toContain(`/#/customer/domain_monitor?id=1">${OPEN[locale]}</a>`);
  },
);
