import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { PASSWORD_CHANGED_EVENT } from '@waypost/sdk';
import type { Person } from '@waypost/sdk/testing';
import { BOT_TOKEN, OTHER_TOKEN } from '../../tests/bot-api.ts';
import { configs } from './config/config.ts';
import { botMessage } from './queue/message-resource.ts';
import { bindingResource } from './screens/telegram_bot_binding/resource.ts';
import { bindingSteps } from './testing/binding-steps.ts';
import { type BotPlace, startBot } from './testing/start-bot.ts';

setDefaultTimeout(60_000);
const MINUTE_MS = 60_000;

let place: BotPlace;
let amina: Person;
let juma: Person;

beforeAll(async () => {
  place = await startBot();
  amina = await place.t.person('amina');
  juma = await place.t.person('jumaa');
});
afterAll(() => place?.stop());
beforeEach(async () => {
  const { t, api } = place;
  for (const resource of [bindingResource, botMessage])
    await t.context.model<typeof bindingResource | typeof botMessage>(resource).deleteMany({});
  await configs(t.context).deleteMany({});
  await api.control('limits', { perSecond: 1_000, perChat: 1_000 });
  await api.control('take_updates', { token: BOT_TOKEN });
  await api.control('forget', {});
  place.disabled.clear();
  await place.setUp();
});

const { own, makeLink, write, answersTo, bindTo } = bindingSteps(() => place);

test('a link binds the chat that opens it, with everything that Telegram says of the person', async () => {
  await bindTo(amina, 11);
  expect(await place.textsOf(11)).toEqual([expect.stringContaining('bound to the account amina of Waypost')]);
  expect(await own(amina)).toMatchObject({
    binding: { is_bound: true, username: 'amina_k' },
    link: { state: 'used' },
  });
  const { content } = await place.t.call<{ content: unknown[] }>(
    'telegram_bot_binding/inquire',
    {},
    { as: place.operator },
  );
  expect(content).toEqual([
    expect.objectContaining({
      first_name: 'Amina',
      username: 'amina_k',
      language_code: 'en',
      chat_id: '11',
      account: 'amina',
      nickname: 'Amina <3',
      state: 'bound',
      bind_time: expect.any(String),
    }),
  ]);
  expect(JSON.stringify(content)).not.toContain('bound_chat');
});

test('a link is used once, and answers in words when it is opened again or late, in the chat and on the screen', async () => {
  const token = await makeLink(amina, 'sw-KE');
  await write(21, `/start ${token}`);
  await place.turn();
  expect(await answersTo(22, `/start ${token}`)).toEqual([expect.stringContaining('kimeshatumika')]);
  expect((await own(amina)).link?.refused_time).toBeString();
  const late = await makeLink(juma);
  place.t.clock.set(new Date(place.t.clock.now() + 11 * MINUTE_MS));
  expect((await own(juma)).link?.state).toBe('over');
  expect(await answersTo(23, `/start ${late}`)).toEqual([expect.stringContaining('expired')]);
  expect(await own(juma)).toMatchObject({ binding: null, link: { refused_time: expect.any(String) } });
  expect(await answersTo(23, '/start nonsense')).toEqual([expect.stringContaining('not valid')]);
  // A new one ends the one before.
  const first = await makeLink(juma);
  await makeLink(juma);
  expect(await answersTo(23, `/start ${first}`)).toEqual([expect.stringContaining('not valid')]);
});

// Whoever has the chat has the password: a stolen session would otherwise be the account for good.
test('a link asks for the password', async () => {
  const kesi = await place.t.person('kesi.k');
  await expect(makeLink(kesi, 'en-US', 'Guessed123')).rejects.toMatchObject({
    status: 422,
    errors: [{ path: 'old_password' }],
  });
  const bare = place.t.call('telegram_bot_binding/make_link', {}, { as: kesi });
  await expect(bare).rejects.toMatchObject({ status: 422 });
  expect((await own(kesi)).link?.state ?? 'used').not.toBe('waiting');
});

// The chat itself tells whoever has it; whoever has not learns of it in the inbox.
test('that a chat was bound is told in the inbox of the account, and of each binding once', async () => {
  const kesi = await place.t.person('kesi.k');
  const before = place.inboxes.length;
  const token = await makeLink(kesi);
  await write(24, `/start ${token}`);
  await place.turn();
  await write(25, `/start ${token}`);
  await place.turn();
  const told = place.inboxes.slice(before);
  expect(told[0]).toMatchObject({
    to: { accounts: [kesi.id] },
    words: 'bot.notice.bound',
    params: { chat: '@amina_k' },
  });
  expect(new Set(told.map(({ occasion }) => occasion)).size).toBe(1);
  await answersTo(24, '/unbind');
  place.t.clock.set(new Date(place.t.clock.now() + MINUTE_MS));
  await bindTo(kesi, 24);
  expect(new Set(place.inboxes.slice(before).map(({ occasion }) => occasion)).size).toBe(2);
});

// A process that ends behind the binding, or an inbox that takes nothing just then, does not keep it from the owner.
test('that a chat was bound is told later where it could not be told at once, and then once', async () => {
  const neema = await place.t.person('neema.n');
  const before = place.inboxes.length;
  place.inboxFails = true;
  await bindTo(neema, 26);
  await place.t.jobs.run('tend_bot');
  expect(place.inboxes.slice(before)).toEqual([]);
  place.inboxFails = false;
  for (const _time of [1, 2]) await place.t.jobs.run('tend_bot');
  expect(place.inboxes.slice(before)).toEqual([
    expect.objectContaining({ to: { accounts: [neema.id] }, words: 'bot.notice.bound' }),
  ]);
});

// Whoever had the old password and a session could have made a link, or bound a chat of their own.
test('with the password a waiting link ends, and the account is told of the chat that stays bound', async () => {
  const [zuri, salma] = [await place.t.person('zuri.z'), await place.t.person('salma.s')];
  const before = place.inboxes.length;
  const token = await makeLink(zuri);
  await bindTo(salma, 28);
  for (const { id } of [zuri, salma]) await place.t.events.emit(PASSWORD_CHANGED_EVENT, { account: id });
  expect((await own(zuri)).link).toBeNull();
  expect(await answersTo(27, `/start ${token}`)).toEqual([expect.stringContaining('not valid')]);
  expect((await own(salma)).binding).toMatchObject({ is_bound: true });
  const told = place.inboxes.slice(before).filter(({ words }) => words === 'bot.notice.still_bound');
  expect(told).toEqual([
    expect.objectContaining({
      to: { accounts: [salma.id] },
      params: { chat: '@amina_k' },
      screen: 'telegram_bot_binding',
    }),
  ]);
  expect(place.t.events.failures()).toEqual([]);
});

test('one chat has one account: another is refused until the first is unbound', async () => {
  await bindTo(amina, 31);
  const token = await makeLink(juma);
  expect(await answersTo(31, `/start ${token}`)).toEqual([expect.stringContaining('another account')]);
  await expect(makeLink(amina)).rejects.toMatchObject({ code: 'bot_bound' });
  expect(await answersTo(31, '/unbind')).toEqual([expect.stringContaining('has ended')]);
  expect((await own(amina)).binding).toMatchObject({ is_bound: false, end_reason: 'command' });
  expect(await answersTo(31, `/start ${token}`)).toEqual([expect.stringContaining('account jumaa')]);
});

test('each command is answered in the language of the binding, and what people wrote stands as they wrote it', async () => {
  const said = { 'en-US': 'Balance', 'zh-CN': '余额', 'sw-KE': 'Salio' } as const;
  const visits = { 'en-US': 'Visits today', 'zh-CN': '今日访问', 'sw-KE': 'Ziara za leo' } as const;
  const none = { 'en-US': 'no QR codes', 'zh-CN': '还没有二维码', 'sw-KE': 'Huna misimbo' } as const;
  for (const [index, locale] of (['en-US', 'zh-CN', 'sw-KE'] as const).entries()) {
    const chat = 41 + index;
    const person = await place.t.person(`speaker${index}`);
    await bindTo(person, chat, locale);
    const [me = ''] = await answersTo(chat, '/me');
    expect(me).toContain(said[locale]);
    expect(me).toContain('<b>Amina &lt;3</b>');
    const [stats = ''] = await answersTo(chat, '/stats');
    expect(stats).toContain(visits[locale]);
    expect(stats).toContain('7');
    expect(await answersTo(chat, '/codes')).toEqual([expect.stringContaining(none[locale])]);
    expect(await answersTo(chat, '/help')).toEqual([expect.stringContaining('/unbind')]);
    expect(await answersTo(chat, 'hello')).toHaveLength(1);
  }
});

test('a chat changes its language by itself', async () => {
  const person = await place.t.person('polyglot');
  await bindTo(person, 55, 'en-US');
  expect(await answersTo(55, '/lang')).toEqual([expect.stringContaining('/lang sw')]);
  expect(await answersTo(55, '/lang xx')).toEqual([expect.stringContaining('/lang sw')]);
  expect(await answersTo(55, '/lang SW')).toEqual([expect.stringContaining('Kiswahili')]);
  expect(await answersTo(55, '/me')).toEqual([expect.stringContaining('Salio')]);
});

test('codes are told with their names as text and with their visits', async () => {
  await bindTo(amina, 51);
  const codes = place.t.context
    .model({ ...bindingResource, collection: 'qr_code' } as never)
    .db.collection('qr_code');
  await codes.insertOne({
    _id: 'c'.repeat(24),
    owner: amina.id,
    name: '<b>Menu</b> & more',
    short_code: 'abc',
    domain: '',
    remove_time: null,
    create_time: new Date(),
  } as never);
  const [told = ''] = await answersTo(51, '/codes');
  expect(told).toContain('&lt;b&gt;Menu&lt;/b&gt; &amp; more – 0 visits');
  expect(told).toContain('/abc');
  expect(await answersTo(51, '/codes MENU')).toEqual([expect.stringContaining('/abc')]);
  expect(await answersTo(51, '/codes .*')).toEqual([expect.stringContaining('None of your QR codes')]);
});

test('before somebody is bound, Telegram says which language they read', async () => {
  await write(61, '/start', { language_code: 'zh-hans' });
  await write(62, 'jambo', { language_code: 'sw' });
  await write(63, 'bonjour', { language_code: 'fr' });
  await place.turn();
  expect([await place.textsOf(61), await place.textsOf(62), await place.textsOf(63)].flat()).toEqual([
    expect.stringContaining('尚未绑定'),
    expect.stringContaining('haijaunganishwa'),
    expect.stringContaining('not bound'),
  ]);
});

test('an update that Telegram brings twice is acted on once', async () => {
  await bindTo(amina, 71);
  const message = {
    message_id: 1,
    date: 1,
    chat: { id: 71, type: 'private' },
    text: '/unbind',
    from: { id: 71, is_bot: false, first_name: 'Amina' },
  };
  const update = { update_id: 9_000, message };
  for (const _time of [1, 2]) await place.api.control('repeat', { token: BOT_TOKEN, update });
  await place.turn();
  await place.api.control('repeat', { token: BOT_TOKEN, update });
  await place.turn();
  expect((await place.textsOf(71)).filter((text) => text.includes('has ended'))).toHaveLength(1);
});

test('nobody but Telegram brings updates', async () => {
  const update = { update_id: 1, message: { chat: { id: 1, type: 'private' }, text: '/start' } };
  for (const headers of [{}, { 'x-telegram-bot-api-secret-token': 'guessed' }]) {
    const response = await place.t.send('telegram_webhook/receive', update, { headers });
    expect(response.status).toBe(401);
  }
  await place.setUp({ token: '', mode: 'polling' });
  const { bots } = await place.api.look();
  expect(bots[BOT_TOKEN]?.webhook).toBeNull();
});

test('the token is asked of Telegram, kept where nobody reads it, and replaced while everything runs', async () => {
  await expect(place.setUp({ token: `123456:${'x'.repeat(35)}` })).rejects.toMatchObject({
    errors: [{ path: 'token', message: expect.stringContaining('knows no bot') }],
  });
  await expect(place.setUp({ token: 'nonsense' })).rejects.toMatchObject({ errors: [{ path: 'token' }] });
  const row = await configs(place.t.context).findById('bot').lean();
  expect(JSON.stringify(row)).not.toContain('AAAA');
  const shown = await place.t.call('telegram_bot/details', {}, { as: place.operator });
  expect(JSON.stringify(shown)).not.toContain('AAAA');
  expect(JSON.stringify(await place.t.audit())).not.toContain('AAAA');
  expect(JSON.stringify(place.t.log())).not.toContain('AAAA');
  await bindTo(amina, 81);
  await place.api.control('add_bot', { token: OTHER_TOKEN, username: 'other_bot' });
  await place.setUp({ token: OTHER_TOKEN });
  expect((await own(amina)).binding).toMatchObject({ is_bound: false, end_reason: 'replaced' });
  expect((await place.api.look()).bots[BOT_TOKEN]?.webhook).toBeNull();
});

test('a message of a kind that somebody wants reaches the chat, once for each message in the inbox', async () => {
  await bindTo(amina, 91, 'zh-CN');
  await place.api.control('forget', {});
  const recipients = [{ id: amina.id, account: 'amina', message: 'm1' }];
  const texts = {
    'en-US': { title: 'Down', content: 'shop.example' },
    'zh-CN': { title: '<停机>', content: 'shop.example & 其他' },
    'sw-KE': { title: 'Chini', content: 'shop.example' },
  };
  await place.tell({ recipients, texts, screen: 'domain_monitor?id=1' });
  await place.tell({ recipients, texts, screen: 'domain_monitor?id=1' });
  await place.turn();
  const [told, ...more] = await place.textsOf(91);
  expect(more).toEqual([]);
  expect(told).toContain('<b>&lt;停机&gt;</b>\n\nshop.example &amp; 其他');
  expect(told).toContain('/#/customer/domain_monitor?id=1">打开</a>');
  await place.t.call(
    'telegram_bot_binding/choose',
    { locale: 'zh-CN', kinds: ['system.person'] },
    { as: amina },
  );
  expect((await own(amina)).kinds.map(({ is_on }) => is_on)).toEqual([true, false]);
  await place.tell({ recipients: [{ id: amina.id, account: 'amina', message: 'm2' }] });
  await place.turn();
  expect(await place.textsOf(91)).toHaveLength(1);
});

test('whoever blocks the bot is unbound, and the screen says so', async () => {
  await bindTo(amina, 101);
  await bindTo(juma, 102);
  await place.api.control('block', { token: BOT_TOKEN, chat: 101 });
  await place.turn();
  expect((await own(amina)).binding).toMatchObject({ is_bound: false, end_reason: 'blocked' });
  // Telegram says it first when something is sent.
  await place.api.control('block', { token: BOT_TOKEN, chat: 102, isTold: false });
  for (const message of ['a', 'b'])
    await place.tell({ recipients: [{ id: juma.id, account: 'jumaa', message }] });
  await place.turn();
  expect((await own(juma)).binding).toMatchObject({ is_bound: false, end_reason: 'blocked' });
  expect(await place.t.rows(botMessage).count({ state: 'waiting' } as never)).toBe(0);
});

test('where Telegram says how long to wait, nothing goes out before, and nothing is lost', async () => {
  await bindTo(amina, 111);
  await place.api.control('forget', {});
  await place.api.control('faults', {
    faults: [{ status: 429, description: 'Too Many Requests: retry after 2', retry_after: 2 }],
  });
  await place.tell({ recipients: [{ id: amina.id, account: 'amina', message: 'patient' }] });
  await place.turn();
  expect(await place.textsOf(111)).toEqual([]);
  await place.t.clock.advance(2_000);
  await place.turn();
  expect(await place.textsOf(111)).toHaveLength(1);
});

test('a server of Telegram that fails is asked again later, and what cannot be read goes out as plain text', async () => {
  await bindTo(amina, 121);
  await place.api.control('forget', {});
  await place.api.control('faults', { faults: [{ status: 502, description: 'Bad Gateway' }] });
  await place.tell({ recipients: [{ id: amina.id, account: 'amina', message: 'later' }] });
  await place.turn();
  expect(await place.textsOf(121)).toEqual([]);
  const details = await place.t.call('telegram_bot/details', {}, { as: place.operator });
  expect(details).toMatchObject({ fault: 'away', waiting: 1 });
  place.t.clock.set(new Date(place.t.clock.now() + 20_000));
  await place.api.control('faults', {
    faults: [{ status: 400, description: "Bad Request: can't parse entities: Unsupported start tag" }],
  });
  await place.turn();
  expect(await place.textsOf(121)).toEqual(['Title\n\nContent']);
  expect(await place.t.call('telegram_bot/details', {}, { as: place.operator })).toMatchObject({ fault: '' });
});

test('a sender that was killed in the middle is followed by another, once its claim is over', async () => {
  await bindTo(amina, 131);
  await place.api.control('forget', {});
  await place.tell({ recipients: [{ id: amina.id, account: 'amina', message: 'cut' }] });
  const claimed_until = new Date(place.t.clock.now() + 2 * MINUTE_MS);
  await place.t.context.model(botMessage).updateMany({}, { $set: { claim: 'dead', claimed_until } } as never);
  await place.turn();
  expect(await place.textsOf(131)).toEqual([]);
  place.t.clock.set(new Date(place.t.clock.now() + 2 * MINUTE_MS));
  await place.turn();
  expect(await place.textsOf(131)).toHaveLength(1);
});

test('a disabled account is told nothing of itself', async () => {
  await bindTo(amina, 161);
  place.disabled.add(amina.id);
  for (const command of ['/me', '/stats', '/codes', '/password'])
    expect(await answersTo(161, command)).toEqual([expect.stringContaining('disabled')]);
});

test('in a group the bot says to write alone, and tells nobody anything', async () => {
  await bindTo(amina, 171);
  await write(-500, '/me', { type: 'group' });
  await write(-500, `/start ${'x'.repeat(20)}`, { type: 'supergroup' });
  await place.turn();
  expect(await place.textsOf(-500)).toEqual([expect.stringContaining('private chat')]);
});

test('nobody ends the binding of somebody else, but operators do', async () => {
  await bindTo(amina, 181);
  const id = (await own(amina)).binding?.id;
  const theirs = place.t.call('telegram_bot_binding/unbind', { id }, { as: juma });
  await expect(theirs).rejects.toMatchObject({ code: 'not_found' });
  await place.t.call('telegram_bot_binding/unbind', { id }, { as: place.operator });
  expect((await own(amina)).binding).toMatchObject({ is_bound: false, end_reason: 'operator' });
});

test('a test message waits behind what the chat is being told', async () => {
  await bindTo(amina, 192);
  const full = { status: 429, description: 'Too Many Requests: retry after 1', retry_after: 1 };
  await place.api.control('faults', { faults: [full, full] });
  expect(await place.t.call<object>('telegram_bot_binding/test', {}, { as: amina })).toEqual({
    is_sent: true,
    answer: '',
  });
});

test('a test message says what Telegram says', async () => {
  await bindTo(amina, 191);
  const send = () => place.t.call<{ is_sent: boolean }>('telegram_bot_binding/test', {}, { as: amina });
  expect(await send()).toEqual({ is_sent: true, answer: '' } as never);
  await place.api.control('block', { token: BOT_TOKEN, chat: 191, isTold: false });
  expect(await send()).toMatchObject({ is_sent: false, answer: expect.stringContaining('blocked') });
  await expect(send()).rejects.toMatchObject({ code: 'bot_not_bound' });
});
