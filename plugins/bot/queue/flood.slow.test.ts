import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { newRow } from '@waypost/sdk';
import type { Person } from '@waypost/sdk/testing';
import { configs } from '../config/config.ts';
import { bindingResource } from '../screens/telegram_bot_binding/resource.ts';
import { patience } from '../telegram/telegram.ts';
import { bindingSteps } from '../testing/binding-steps.ts';
import { ownTime } from '../testing/own-time.ts';
import { type BotPlace, startBot } from '../testing/start-bot.ts';
import { botMessage } from './message-resource.ts';

setDefaultTimeout(120_000);
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const ALERTS = 300;
/** On their way when a process ends: nobody knows whether they have arrived. */
const ON_THEIR_WAY = 10;
/** What Telegram takes. */
const LIMITS = { perSecond: 30, perChat: 1 };
const CHAT = 900_001;
const real = { ...patience };

let place: BotPlace;
let time: ReturnType<typeof ownTime>;
let amina: Person;
beforeAll(async () => {
  place = await startBot();
  amina = await place.t.person('amina');
  time = ownTime(place);
});
afterAll(async () => {
  Object.assign(patience, real);
  time?.end();
  await place?.stop();
});
beforeEach(async () => {
  for (const resource of [bindingResource, botMessage]) await place.t.context.model(resource).deleteMany({});
  await configs(place.t.context).deleteMany({});
  await place.api.control('outage', { kind: 'status', until: 0 });
  await place.api.control('limits', LIMITS);
  await time.pass(MINUTE_MS);
  await place.setUp({ gather_seconds: 0, per_second: 25 });
});

const { bindTo } = bindingSteps(() => place);
const send = () => place.t.jobs.run('send_messages');
const idOf = (number: number) => number.toString(16).padStart(24, '0');
const waiting = () => place.t.rows(botMessage).count({ state: 'waiting' });
const told = async () => (await place.api.look()).sent;
const fault = async () =>
  (await place.t.call<{ fault: string }>('telegram_bot/details', {}, { as: place.operator })).fault;

test('300 alerts go out within the limits, and a process that is killed in the middle loses none', async () => {
  const people = Array.from({ length: ALERTS }, (_, at) => ({ id: idOf(at + 1), chat: String(at + 1) }));
  await place.api.control('open_chats', { from: 1, count: ALERTS });
  await place.t.context
    .model(bindingResource)
    .insertMany(
      people.map(({ id, chat }) =>
        newRow(
          place.t.context,
          bindingResource,
          { chat_id: chat, bound_chat: chat, bind_time: place.t.clock.date(), locale: 'en-US' },
          { owner: id },
        ),
      ),
    );
  await place.api.control('forget', {});
  await place.tell({ recipients: people.map(({ id }) => ({ id, account: id, message: id })) });
  const { promise: over, resolve: release } = Promise.withResolvers<void>();
  let requests = 0;
  // From then on nothing of this process gets anywhere, as when it was killed.
  place.gate = async () => {
    requests += 1;
    if (requests > ALERTS / 2) await over;
  };
  const killed = send();
  while (requests < ALERTS / 2 + ON_THEIR_WAY) await Bun.sleep(5);
  place.gate = undefined;
  expect((await told()).length).toBeLessThanOrEqual(ALERTS / 2);
  // Its turn, and what it had claimed, are its own for two minutes.
  await send();
  expect((await told()).length).toBeLessThanOrEqual(ALERTS / 2);
  await time.pass(2 * MINUTE_MS);
  while ((await waiting()) > 0) {
    await send();
    await time.pass(SECOND_MS);
  }
  const { sent, requests: answered } = await place.api.look();
  expect(new Set(sent.map(({ chat_id }) => chat_id)).size).toBe(ALERTS);
  expect(sent.length).toBeLessThanOrEqual(ALERTS + ON_THEIR_WAY);
  // Time jumps here, so that some arrive together that were sent one after the other.
  expect(answered.filter(({ status }) => status !== 200).length).toBeLessThanOrEqual(ON_THEIR_WAY);
  const seconds = Map.groupBy(sent, ({ time: at }) => Math.floor(at / SECOND_MS));
  expect(Math.max(...[...seconds.values()].map((of) => of.length))).toBeLessThanOrEqual(LIMITS.perSecond);
  // It was not dead, only away: what it finds is somebody else's by now.
  release();
  await killed;
  expect((await told()).length).toBeLessThanOrEqual(ALERTS + ON_THEIR_WAY);
});

test('alerts of different kinds for one chat go out one a second, and none is refused', async () => {
  await place.api.control('limits', { perSecond: 1_000, perChat: 1_000 });
  await bindTo(amina, CHAT);
  await place.api.control('limits', LIMITS);
  await time.pass(MINUTE_MS);
  await place.api.control('forget', {});
  for (let at = 0; at < 20; at += 1)
    await place.tell({
      recipients: [{ id: amina.id, account: 'amina', message: `m${at}` }],
      kind: `kind.${at}`,
    });
  await send();
  const { sent, requests } = await place.api.look();
  expect(sent).toHaveLength(20);
  expect(requests.filter(({ status }) => status === 429)).toEqual([]);
});

test.each([
  ['answers 502', { kind: 'status', status: 502 }, 1],
  ['hangs', { kind: 'hangs' }, 1],
  // What was sent and half answered may come again: nobody knows whether it was sent.
  ['answers by half', { kind: 'half' }, Number.POSITIVE_INFINITY],
] as const)(
  'Telegram that %s for an hour is told to operators, and nothing is lost',
  async (_what, outage, most) => {
    patience.requestSeconds = outage.kind === 'hangs' ? 0.2 : real.requestSeconds;
    await place.api.control('limits', { perSecond: 1_000, perChat: 1_000 });
    await bindTo(amina, CHAT);
    await place.api.control('forget', {});
    await time.pass(MINUTE_MS);
    await place.api.control('outage', { ...outage, until: place.t.clock.now() + 60 * MINUTE_MS });
    await place.tell({ recipients: [{ id: amina.id, account: 'amina', message: `during ${outage.kind}` }] });
    for (let minute = 0; minute < 60; minute += 1) {
      await send();
      if (minute === 30) expect(await fault()).toBe('away');
      await time.pass(MINUTE_MS);
    }
    expect(await waiting()).toBe(1);
    for (let minute = 0; minute < 6; minute += 1) {
      await send();
      await time.pass(MINUTE_MS);
    }
    expect(await waiting()).toBe(0);
    const count = (await told()).filter(({ chat_id }) => chat_id === String(CHAT)).length;
    expect(count).toBeGreaterThanOrEqual(1);
    expect(count).toBeLessThanOrEqual(most);
    expect(await fault()).toBe('');
  },
);

test('what waited while the release was changed goes out by the next one', async () => {
  await place.api.control('open_chats', { from: 1, count: 2 });
  const now = place.t.clock.date();
  const row = (chat: number) => ({
    _id: idOf(chat),
    chat_id: String(chat),
    person: '',
    kind: 'alert',
    state: 'waiting',
    attempts: 0,
    answer: '',
    next_time: now,
    done_time: null,
    claim: '',
    claimed_until: null,
    body: `<b>${chat}</b>`,
    version: 1,
    create_time: now,
    update_time: now,
    remove_time: null,
    remove_by: null,
  });
  const messages = place.t.context.model(botMessage).db.collection<{ _id: string }>('bot_message');
  await messages.insertMany([row(1), row(2)]);
  await place.api.control('forget', {});
  await send();
  expect((await told()).map(({ text }) => text).sort()).toEqual(['<b>1</b>', '<b>2</b>']);
});

test('a message that Telegram does not take for a day is given up, and operators see why', async () => {
  await place.api.control('limits', { perSecond: 1_000, perChat: 1_000 });
  await bindTo(amina, CHAT);
  await place.api.control('outage', { kind: 'status', until: place.t.clock.now() + 48 * 60 * MINUTE_MS });
  await place.tell({ recipients: [{ id: amina.id, account: 'amina', message: 'old' }] });
  await send();
  await time.pass(24 * 60 * MINUTE_MS);
  await send();
  expect(await waiting()).toBe(0);
  const { content } = await place.t.call<{ content: object[] }>(
    'bot_message/inquire',
    { state: 'failed' },
    { as: place.operator },
  );
  expect(content).toEqual([expect.objectContaining({ account: 'amina', answer: '502 Bad Gateway' })]);
});
