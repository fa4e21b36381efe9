import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import type { RemoteCode } from '@waypost/sdk';
import type { Person } from '@waypost/sdk/testing';
import { BOT_TOKEN } from '../../../tests/bot-api.ts';
import { botMessage } from '../queue/message-resource.ts';
import { bindingSteps } from '../testing/binding-steps.ts';
import { type BotPlace, startBot } from '../testing/start-bot.ts';
import { pressOf } from './code-answers.ts';

setDefaultTimeout(60_000);
const MINUTE_MS = 60_000;
const CHAT = 401;
const idOf = (number: number) => number.toString(16).padStart(24, '0');
const MENU = idOf(1);

let place: BotPlace;
let amina: Person;
beforeAll(async () => {
  place = await startBot();
  await place.setUp();
  await place.api.control('limits', { perSecond: 1_000, perChat: 1_000 });
  amina = await place.t.person('amina');
  await bindTo(amina, CHAT);
});
afterAll(() => place?.stop());
beforeEach(async () => {
  await place.t.context.model(botMessage).deleteMany({});
  await place.api.control('forget', {});
  place.codes.clear();
  place.turned.length = 0;
  hold(MENU);
  await allow(true);
});

const { bindTo, write } = bindingSteps(() => place);
const allow = (may_switch: boolean) =>
  place.t.call('telegram_bot_binding/choose', { locale: 'en-US', kinds: [], may_switch }, { as: amina });
const hold = (id: string, change: Partial<RemoteCode & { owner: string }> = {}) =>
  place.codes.set(id, {
    id,
    owner: amina.id,
    name: '<b>Menu</b>',
    short_url: 'https://go.example/menu',
    view_number: 12,
    status: 'on',
    state: 'on',
    target: 'https://menu.example/?a=1&b=2',
    targets: 1,
    ...change,
  });
const press = async (data: string, chat = CHAT) => {
  await place.api.control('press', { token: BOT_TOKEN, chat, data });
  return lastIn(chat);
};
const lastIn = async (chat: number) => {
  await place.turn();
  const sent = (await place.api.look()).sent.filter(({ chat_id }) => chat_id === String(chat)).at(-1);
  if (sent === undefined) throw new Error('nothing was answered');
  return sent;
};
const buttonsOf = async (data: string) => (await press(data)).buttons;

test('/codes has a button for each code, and one for those before', async () => {
  const codes = place.t.context.model(botMessage).db.collection<{ _id: string }>('qr_code');
  await codes.insertMany(
    Array.from({ length: 13 }, (_, at) => ({
      _id: idOf(100 + at),
      owner: amina.id,
      name: `Code ${at}`,
      short_code: `c${at}`,
      domain: '',
      remove_time: null,
      create_time: new Date(at),
    })),
  );
  await write(CHAT, '/codes');
  const { buttons } = await lastIn(CHAT);
  expect(buttons).toHaveLength(11);
  expect(buttons[0]).toEqual({ text: 'Code 12', data: `code:${idOf(112)}` });
  const older = await press(buttons[10]?.data ?? '');
  expect(older.buttons.map(({ text }) => text)).toEqual(['Code 2', 'Code 1', 'Code 0']);
  await write(CHAT, '/codes code 7');
  expect((await lastIn(CHAT)).buttons.map(({ text }) => text)).toEqual(['Code 7']);
  await codes.deleteMany({});
});

test('a code is told with its address, its picture comes, and each press stops waiting', async () => {
  const told = await press(`code:${MENU}`);
  expect(told.text).toContain('<b>&lt;b&gt;Menu&lt;/b&gt;</b>\nhttps://go.example/menu\n12 visits');
  expect(told.text).toContain('https://menu.example/?a=1&amp;b=2');
  expect(told.buttons.map(({ text }) => text)).toEqual(['Picture', 'Switch off']);
  const picture = await press(`picture:${MENU}`);
  expect(picture).toMatchObject({
    photo: 'a picture'.length,
    text: expect.stringContaining('go.example/menu'),
  });
  const { answered } = await place.api.look();
  expect(answered).toHaveLength(2);
});

test('a code is switched only behind a question, for bindings that allow it, and back again', async () => {
  const [, off] = await buttonsOf(`code:${MENU}`);
  const [yes, no] = await buttonsOf(off?.data ?? '');
  expect([yes?.text, no?.text]).toEqual(['Switch off', 'Leave it']);
  expect(place.turned).toEqual([]);
  expect((await press('leave')).text).toBe('Nothing was changed.');
  const done = await press(yes?.data ?? '');
  expect(done.text).toBe('“&lt;b&gt;Menu&lt;/b&gt;” is off.');
  expect(place.turned).toEqual([`${MENU} off`]);
  const [on] = await buttonsOf(done.buttons[0]?.data ?? '');
  await press(on?.data ?? '');
  expect(place.turned).toEqual([`${MENU} off`, `${MENU} on`]);
  const switches = (await place.t.audit()).filter(({ type }) => type === 'bot.binding.turn_code');
  expect(switches.map(({ after }) => after)).toEqual([
    { account: amina.id, code: MENU, state: 'off' },
    { account: amina.id, code: MENU, state: 'on' },
  ]);
});

test('where the binding does not allow it nothing is switched, also by a question that was asked before', async () => {
  const [yes] = await buttonsOf(`ask:${MENU}:off`);
  await allow(false);
  expect((await press(`code:${MENU}`)).buttons.map(({ text }) => text)).toEqual(['Picture']);
  for (const data of [`ask:${MENU}:off`, yes?.data ?? ''])
    expect((await press(data)).text).toContain('allow it on the Telegram page');
  expect(place.turned).toEqual([]);
});

test('a question is good for five minutes', async () => {
  const [yes] = await buttonsOf(`ask:${MENU}:off`);
  place.t.clock.set(new Date(place.t.clock.now() + 6 * MINUTE_MS));
  expect((await press(yes?.data ?? '')).text).toContain('more than five minutes ago');
  expect(place.turned).toEqual([]);
});

test('a frozen code, one of somebody else, one that is gone and a press of nobody bound change nothing', async () => {
  hold(idOf(2), { status: 'frozen' });
  hold(idOf(3), { owner: 'f'.repeat(24) });
  const until = Math.floor((place.t.clock.now() + MINUTE_MS) / 1_000).toString(36);
  const turn = (id: string, chat?: number) => press(`turn:${id}:off:${until}`, chat);
  expect((await turn(idOf(2))).text).toContain('Frozen by the operator');
  expect((await turn(idOf(3))).text).toContain('not there any more');
  expect((await turn(idOf(4))).text).toContain('not there any more');
  await place.api.control('open_chats', { from: 402, count: 1 });
  expect((await turn(MENU, 402)).text).toContain('not bound');
  place.disabled.add(amina.id);
  expect((await turn(MENU)).text).toContain('disabled');
  place.disabled.clear();
  expect(place.turned).toEqual([]);
});

test('a press that Telegram brings twice, or late, switches once', async () => {
  const [yes] = await buttonsOf(`ask:${MENU}:off`);
  const update = {
    update_id: 9_900,
    callback_query: {
      id: 'press-late',
      from: { id: CHAT, is_bot: false, first_name: 'Amina' },
      data: yes?.data,
      message: { message_id: 1, date: 1, chat: { id: CHAT, type: 'private' } },
    },
  };
  for (const _time of [1, 2]) {
    await place.api.control('repeat', { token: BOT_TOKEN, update });
    await place.turn();
    Object.assign(place.codes.get(MENU) ?? {}, { state: 'on', status: 'on' });
  }
  expect(place.turned).toEqual([`${MENU} off`]);
  expect(place.codes.get(MENU)?.state).toBe('on');
});

test('presses in groups, of nothing and of what nobody offered are passed over', async () => {
  await place.api.control('open_chats', { from: -9, count: 1 });
  for (const [chat, data, type] of [
    [-9, `code:${MENU}`, 'group'],
    [CHAT, 'rm -rf', 'private'],
    [CHAT, '', 'private'],
  ] as const)
    await place.api.control('press', { token: BOT_TOKEN, chat, data, type });
  await place.turn();
  expect((await place.api.look()).sent).toEqual([]);
  for (const data of ['code:xyz', `turn:${MENU}:off`, `ask:${MENU}:maybe`, 'codes:-1', `code:${MENU} `])
    expect(pressOf(data)).toBeUndefined();
});
