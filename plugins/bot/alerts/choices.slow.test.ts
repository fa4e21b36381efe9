import { afterAll, afterEach, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import type { Person } from '@waypost/sdk/testing';
import { botMessage } from '../queue/message-resource.ts';
import { bindingResource } from '../screens/telegram_bot_binding/resource.ts';
import { bindingSteps } from '../testing/binding-steps.ts';
import { ownTime } from '../testing/own-time.ts';
import { type BotPlace, startBot } from '../testing/start-bot.ts';

setDefaultTimeout(60_000);
const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;
const CHAT = 301;

let place: BotPlace;
let amina: Person;
let time: ReturnType<typeof ownTime>;
let told = 0;
beforeAll(async () => {
  place = await startBot();
  await place.api.control('limits', { perSecond: 1_000, perChat: 1_000 });
  amina = await place.t.person('amina');
  time = ownTime(place);
});
afterAll(async () => {
  time?.end();
  await place?.stop();
});
beforeEach(async () => {
  for (const resource of [bindingResource, botMessage]) await place.t.context.model(resource).deleteMany({});
  await place.setUp({ gather_seconds: 60 });
  await bindTo(amina, CHAT);
  await place.api.control('forget', {});
});
afterEach(() => expect(place.t.log().filter(({ level }) => level === 'error')).toEqual([]));

const { own, bindTo } = bindingSteps(() => place);
const pass = (milliseconds: number) => time.pass(milliseconds);
const alert = (title: string, kind = 'domain.messages') => {
  told += 1;
  const text = { title, content: `${title} content` };
  return place.tell({
    recipients: [{ id: amina.id, account: 'amina', message: `m${told}` }],
    kind,
    texts: { 'zh-CN': text, 'en-US': text, 'sw-KE': text },
  });
};
const send = () => place.t.jobs.run('send_messages');
const choose = (change: object) =>
  place.t.call(
    'telegram_bot_binding/choose',
    { locale: 'en-US', kinds: ['domain.messages', 'system.person'], ...change },
    { as: amina },
  );

test('alerts of one kind within a minute are one message, those of another kind are another', async () => {
  await alert('First');
  await alert('Other', 'system.person');
  await pass(30 * SECOND_MS);
  await alert('Second');
  await send();
  const texts = await place.textsOf(CHAT);
  expect(texts).toHaveLength(2);
  expect(texts.find((text) => text.includes('First'))).toMatch(/First content[\s\S]*Second content/);
  await alert('Third');
  await send();
  expect((await place.textsOf(CHAT)).at(-1)).not.toContain('Second');
});

test('more than one message holds goes out as several, and none is left out', async () => {
  const titles = Array.from({ length: 45 }, (_, index) => `Alert ${index}.`);
  for (const title of titles) await alert(title);
  await send();
  const texts = await place.textsOf(CHAT);
  expect(texts).toHaveLength(3);
  for (const title of titles)
    expect(texts.filter((text) => text.includes(`<b>${title}</b>`))).toHaveLength(1);
});

test('in quiet hours alerts are held until their end, while what somebody asks for is answered', async () => {
  // The next three hours by clocks of their own.
  const clock = (hours: number) =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone: 'America/New_York',
      hour: '2-digit',
      minute: '2-digit',
    }).format(place.t.clock.now() + hours * HOUR_MS);
  const quiet = { is_quiet: true, quiet_from: clock(-1), quiet_to: clock(3), time_zone: 'America/New_York' };
  await choose(quiet);
  expect((await own(amina)).binding).toMatchObject({
    quiet: { quiet_from: quiet.quiet_from, quiet_to: quiet.quiet_to, time_zone: 'America/New_York' },
  });
  await alert('Night one');
  await send();
  await pass(HOUR_MS);
  await alert('Night two');
  await place.api.control('write', { token: `700000001:${'A'.repeat(35)}`, chat: CHAT, text: '/help' });
  await place.turn();
  expect((await place.textsOf(CHAT)).map((text) => text.includes('Night'))).toEqual([false]);
  await pass(2 * HOUR_MS);
  await send();
  const [, night, ...more] = await place.textsOf(CHAT);
  expect(more).toEqual([]);
  expect(night).toMatch(/Night one[\s\S]*Night two/);
});

test('hours that are taken back hold nothing any longer, and those that end where they begin are refused', async () => {
  await choose({ is_quiet: true, quiet_from: '00:00', quiet_to: '23:59', time_zone: 'UTC' });
  await alert('Held');
  await send();
  expect(await place.textsOf(CHAT)).toEqual([]);
  // A choice of kinds alone leaves the hours as they are.
  await choose({});
  expect((await own(amina)).binding).toMatchObject({ quiet: { quiet_from: '00:00' } });
  await choose({ is_quiet: false });
  expect((await own(amina)).binding).toMatchObject({ quiet: null });
  await send();
  expect(await place.textsOf(CHAT)).toHaveLength(1);
  const bad = (change: object) =>
    expect(choose({ is_quiet: true, ...change })).rejects.toMatchObject({ code: 'invalid_input' });
  await bad({ quiet_from: '08:00', quiet_to: '08:00' });
  await bad({ quiet_from: '24:00' });
  await bad({ time_zone: 'Mars/Olympus' });
});

test('whoever wanted nothing of a kind hears nothing of the kinds that it was divided into', async () => {
  const bindings = place.t.context.model(bindingResource);
  await bindings.updateOne({ owner: amina.id }, { $set: { muted: ['qr.messages', 'x.y'] } });
  const [row] = await bindings.find({ owner: amina.id }).lean();
  await bindings.deleteMany({});
  await place.t.migrate({ from: 0, documents: { bot_binding: [{ ...row }] } });
  const found = await place.t.rows(bindingResource).all({ owner: amina.id });
  expect(found.map(({ muted }) => muted)).toEqual([
    ['qr.messages', 'x.y', 'qr.rotation', 'qr.pool', 'qr.report'],
  ]);
});
