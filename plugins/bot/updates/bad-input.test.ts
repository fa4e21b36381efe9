import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import type { Person } from '@waypost/sdk/testing';
import { BOT_NAME, BOT_TOKEN } from '../../../tests/bot-api.ts';
import { botMessage } from '../queue/message-resource.ts';
import { bindingSteps } from '../testing/binding-steps.ts';
import { type BotPlace, startBot } from '../testing/start-bot.ts';

setDefaultTimeout(60_000);
const MINUTE_MS = 60_000;
const CHAT = 501;

let place: BotPlace;
let amina: Person;
beforeAll(async () => {
  place = await startBot();
  await place.api.control('limits', { perSecond: 1_000, perChat: 1_000 });
  await place.setUp();
  amina = await place.t.person('amina');
  await bindTo(amina, CHAT);
});
afterAll(() => place?.stop());
beforeEach(async () => {
  await place.t.context.model(botMessage).deleteMany({});
  await place.api.control('forget', {});
});

const { bindTo } = bindingSteps(() => place);
const details = () =>
  place.t.call<{ fault: string; waiting: number }>('telegram_bot/details', {}, { as: place.operator });
const bring = async (update_id: number, text: string) => {
  const { secret } = (await place.api.control('take_updates', { token: BOT_TOKEN })) as { secret: string };
  const message = {
    message_id: 1,
    date: 1,
    chat: { id: CHAT, type: 'private' },
    text,
    from: { id: CHAT, is_bot: false, first_name: 'Amina' },
  };
  const headers = { 'x-telegram-bot-api-secret-token': secret };
  expect((await place.t.send('telegram_webhook/receive', { update_id, message }, { headers })).status).toBe(
    200,
  );
};

test('updates that come out of order are each acted on, once', async () => {
  for (const [id, text] of [
    [8_003, '/lang sw'],
    [8_001, '/lang en'],
    [8_002, '/help'],
    [8_001, '/lang en'],
    [8_003, '/lang sw'],
  ] as const)
    await bring(id, text);
  await place.turn();
  const texts = await place.textsOf(CHAT);
  expect(texts).toHaveLength(3);
  expect(texts.filter((text) => text.includes('Kiswahili'))).toHaveLength(1);
  expect(texts.at(-1)).toContain('your account');
});

test('what is no update, or one of a kind that nobody asked for, is passed over and brought no more', async () => {
  await bring(8_100, '/nonsense with <b>marks</b> & more');
  const { secret } = (await place.api.control('take_updates', { token: BOT_TOKEN })) as { secret: string };
  const headers = { 'x-telegram-bot-api-secret-token': secret };
  for (const update of [
    { update_id: 8_101 },
    { update_id: 8_102, message: { chat: 'nobody' } },
    { update_id: 8_103, callback_query: { id: 'x' } },
    { update_id: 8_104, edited_message: { text: '/unbind' } },
  ])
    expect((await place.t.send('telegram_webhook/receive', update, { headers })).status).toBe(200);
  await place.turn();
  expect(await place.textsOf(CHAT)).toHaveLength(1);
});

test('a token that was revoked is told to operators, and with a new one what waited goes out', async () => {
  await place.api.control('revoke', { token: BOT_TOKEN });
  await place.tell({ recipients: [{ id: amina.id, account: 'amina', message: 'revoked' }] });
  await place.t.jobs.run('send_messages');
  expect(await details()).toMatchObject({ fault: 'token', waiting: 1 });
  await expect(place.setUp({ token: BOT_TOKEN })).rejects.toMatchObject({ errors: [{ path: 'token' }] });
  // A new token of the same bot begins with the same number: people stay bound.
  const renewed = `${BOT_TOKEN.split(':')[0]}:${'N'.repeat(35)}`;
  await place.api.control('add_bot', { token: renewed, username: BOT_NAME });
  await place.setUp({ token: renewed });
  expect(await details()).toMatchObject({ fault: '' });
  place.t.clock.set(new Date(place.t.clock.now() + 6 * MINUTE_MS));
  await place.t.jobs.run('send_messages');
  expect(await place.textsOf(CHAT)).toEqual([expect.stringContaining('Content')]);
});
