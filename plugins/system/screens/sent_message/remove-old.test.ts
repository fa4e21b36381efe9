import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { defineCall } from '@waypost/contract';
import { definePlugin } from '@waypost/sdk';
import { type Person, type TestPlugin, testPlugin } from '@waypost/sdk/testing';
import { z } from 'zod';
import { operation } from '../async_operations/resource.ts';
import { message } from '../message_list/resource.ts';
import { mountMessages } from '../message_list/routes.ts';
import { sentMessage } from './resource.ts';
import { mountSentMessages } from './routes.ts';
import { SEND_MANY_KIND } from './send.ts';

setDefaultTimeout(120_000);
const DAY_MS = 86_400_000;
const JOB = 'sent_message_remove_old';

/** What the screen of settings does. */
const keepFor = defineCall({
  area: 'sent_message',
  call: 'keep_for',
  body: z.strictObject({ days: z.int() }),
  result: z.null(),
  access: { signedIn: true },
  summary: 'Sets how long sent messages are kept',
});

let t: TestPlugin;
let sender: Person;
let anna: Person;
let ben: Person;

beforeAll(async () => {
  const plugin = definePlugin({
    id: 'system',
    async setup(context) {
      mountMessages(context);
      await mountSentMessages(context);
      const { identity } = context;
      context.call(keepFor, async ({ days: sent_message_days }, request) => {
        const { version } = await identity.currentPlatformSettings();
        await identity.changePlatformSettings(version, { sent_message_days }, request);
        return null;
      });
    },
  });
  t = await testPlugin(plugin, {
    folder: join(import.meta.dir, '../..'),
    manifest: {
      id: 'system',
      version: '0.1.0',
      engine: '^0.1.0',
      title: 'system.title',
      server: 'server.ts',
      areas: ['message', 'message_recipient', 'sent_message'],
      capabilities: ['identity', 'jobs'],
      schedules: ['sent_message_remove_old'],
    },
  });
  sender = await t.person('root.sender', { role: 'super' });
  anna = await t.person('anna.reader');
  ben = await t.person('ben.reader');
});
afterAll(() => t?.dispose());
beforeEach(async () => {
  await t.context.model(message).deleteMany({});
  await t.context.model(sentMessage).deleteMany({});
  await t.call(keepFor, { days: 365 }, { as: sender });
});

const TEXT = { title: '停机', content: '十点', title_en_us: 'Down tonight', content_en_us: 'From ten' };
async function send(to: Person): Promise<string> {
  const body = { to: 'account', account: to.id, ...TEXT };
  return (await t.call<{ id: string }>('message/send', body, { as: sender })).id;
}
const readAll = (as: Person) => t.call('message/read_all', {}, { as });
const titles = async (as: Person) =>
  (await t.call<{ content: { title: string }[] }>('message/user_inquire', {}, { as })).content.map(
    ({ title }) => title,
  );
const sentCount = async () =>
  (await t.call<{ count: number }>('sent_message/inquire', {}, { as: sender })).count;
const isFound = (id: string) =>
  t.call('sent_message/recipients', { id }, { as: sender }).then(
    () => true,
    () => false,
  );
/** Runs the job as it runs so many days from now; nobody's session has to last until then. */
async function runIn(days: number): Promise<void> {
  const now = t.clock.now();
  t.clock.set(new Date(now + days * DAY_MS));
  await t.jobs.run(JOB);
  t.clock.set(new Date(now));
}

test('what was sent goes after its days, with the copy that was read; younger ones stay', async () => {
  const id = await send(anna);
  await readAll(anna);
  await runIn(364);
  expect([await sentCount(), await titles(anna)]).toEqual([1, ['Down tonight']]);
  t.clock.set(new Date(t.clock.now() + DAY_MS));
  await send(ben);
  await runIn(364.5);
  expect([await sentCount(), await titles(anna), await titles(ben)]).toEqual([1, [], ['Down tonight']]);
  expect(await isFound(id)).toBe(false);
  expect([await t.rows(message).count(), await t.rows(sentMessage).count()]).toEqual([1, 1]);
  expect((await t.audit()).at(-1)).toMatchObject({
    type: 'system.message.remove_old',
    account: null,
    after: { count: 1, kept_days: 365 },
  });
  expect(t.jobs.repeated()[JOB]).toBe('1 day');
});

test('a copy that nobody has read stays with its words in every language, and goes as long after it was read', async () => {
  const id = await send(anna);
  await runIn(366);
  expect([await sentCount(), await isFound(id), await titles(anna)]).toEqual([0, false, ['Down tonight']]);
  await readAll(anna);
  await runIn(364);
  expect(await titles(anna)).toEqual(['Down tonight']);
  await runIn(366);
  expect(await titles(anna)).toEqual([]);
  expect([await t.rows(message).count(), await t.rows(sentMessage).count()]).toEqual([0, 0]);
});

test('what nobody has in an inbox any more leaves nothing behind', async () => {
  await send(anna);
  await t.call('message/clear', {}, { as: anna });
  const taken = await send(ben);
  await t.call('sent_message/take_back', { id: taken }, { as: sender });
  await runIn(366);
  expect([await t.rows(message).count(), await t.rows(sentMessage).count()]).toEqual([0, 0]);
});

test('one that was stopped on its way stays while it can be sent on: gone, it would reach everybody anew', async () => {
  const id = await send(anna);
  await readAll(anna);
  await t.context
    .model(sentMessage)
    .updateOne({ _id: id } as never, { $set: { finished_time: null } } as never);
  const operations = t.context.model(operation).collection;
  await operations.insertOne({ kind: SEND_MANY_KIND, input: { sent: id } });
  await runIn(366);
  expect([await sentCount(), await titles(anna)]).toEqual([1, ['Down tonight']]);
  await operations.deleteMany({});
  await runIn(366);
  expect([await sentCount(), await titles(anna)]).toEqual([0, []]);
});

test('0 keeps them for ever; fewer days count at the next run', async () => {
  await send(anna);
  await readAll(anna);
  await t.call(keepFor, { days: 0 }, { as: sender });
  await runIn(4_000);
  expect(await sentCount()).toBe(1);
  await t.call(keepFor, { days: 30 }, { as: sender });
  await runIn(31);
  expect(await sentCount()).toBe(0);
});
