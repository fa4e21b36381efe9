import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { YesNo } from '@waypost/contract';
import { definePlugin, newId, newRow } from '@waypost/sdk';
import { type Person, type TestPlugin, testPlugin } from '@waypost/sdk/testing';
import { administrator } from '../administrators/resource.ts';
import { message } from '../message_list/resource.ts';
import { mountMessages } from '../message_list/routes.ts';
import { BATCH, deliverPortion } from './deliver.ts';
import { sentMessage } from './resource.ts';
import { mountSentMessages } from './routes.ts';

setDefaultTimeout(120_000);
const PEOPLE = BATCH * 2 + 7;
let t: TestPlugin;
let sender: Person;
let small: Person;
let reader: Person;

beforeAll(async () => {
  const plugin = definePlugin({
    id: 'system',
    async setup(context) {
      mountMessages(context);
      await mountSentMessages(context);
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
  reader = await t.person('anna.reader');
  small = await t.person('small.sender', {
    permissions: ['system.sent_message:read', 'system.sent_message:send', 'system.sent_message:take_back'],
  });
});
afterAll(() => t?.dispose());

interface Made {
  count: number;
  id: string;
  operation?: string;
}
interface Sent {
  id: string;
  state: string;
  recipients: string;
  sent_count: number;
  read_count: number;
  taken_count: number;
  removed_count: number;
  unread_count: number;
  is_open: number;
}
interface Row {
  id: string;
  title: string;
  content: string;
}
const TEXT = { title: 'Down tonight', content: 'From ten' };
const send = (body: object, as = sender) => t.call<Made>('message/send', { ...TEXT, ...body }, { as });
const toReader = (body: object = {}) => send({ to: 'account', account: reader.id, ...body });
const inbox = async (locale: 'en-US' | 'zh-CN' | 'sw-KE' = 'en-US', body: object = {}) =>
  (await t.call<{ content: Row[] }>('message/user_inquire', body, { as: reader, locale })).content;
const detailsOf = (id: string) => t.call<Sent>('sent_message/details', { id }, { as: sender });
const readersOf = async (id: string, body: object = {}) =>
  (
    await t.call<{ content: { id: string; receipt: string; user_remove_status: number }[] }>(
      'sent_message/recipients',
      { id, ...body },
      { as: sender },
    )
  ).content;
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'taken',
    (error: { code?: string }) => error.code,
  );
const clear = () => t.call<{ count: number }>('message/clear', {}, { as: reader });

test('each reads it in the own language, and whoever has no words of it as it was written', async () => {
  await toReader({
    title: '今晚停机',
    content: '十点开始',
    title_en_us: 'Down tonight',
    content_en_us: 'From ten',
  });
  expect(await inbox('en-US')).toMatchObject([{ title: 'Down tonight', content: 'From ten' }]);
  expect(await inbox('zh-CN')).toMatchObject([{ title: '今晚停机' }]);
  expect(await inbox('sw-KE')).toMatchObject([{ title: '今晚停机' }]);
  // A search finds it by either.
  for (const search of ['tonight', '十点']) expect(await inbox('sw-KE', { search })).toHaveLength(1);
  expect(await inbox('en-US', { search: 'tomorrow' })).toEqual([]);
  expect(await inbox('en-US', { title: 'down' })).toHaveLength(1);
  expect(await refusal(toReader({ title_sw_ke: 'Usiku' }))).toBe('invalid_input');
  expect((await clear()).count).toBe(1);
});

test('its sender sees who has read it; what is removed from an inbox says so, and nobody else learns of it', async () => {
  const { id } = await toReader();
  expect(await detailsOf(id)).toMatchObject({ state: 'sent', recipients: 'anna.reader', sent_count: 1 });
  expect(await readersOf(id)).toMatchObject([{ id: reader.id, receipt: 'unread', user_remove_status: 1 }]);
  const row = (await inbox())[0]?.id;
  const read = () => t.call('message/update-notify-status', { id: row }, { as: reader });
  await read();
  await read();
  expect(await detailsOf(id)).toMatchObject({ sent_count: 1, read_count: 1 });
  await t.call('message/remove', { id: row }, { as: reader });
  expect(await inbox()).toEqual([]);
  expect(await refusal(read())).toBe('not_found');
  expect(await readersOf(id)).toMatchObject([{ receipt: 'read', user_remove_status: YesNo.yes }]);
  expect(await readersOf(id, { receipt: 'unread' })).toEqual([]);
  for (const call of ['details', 'recipients', 'take_back'])
    expect([call, await refusal(t.call(`sent_message/${call}`, { id }, { as: small }))]).toEqual([
      call,
      'not_found',
    ]);
});

test('who has deleted it unread has it no more: there is nobody left to take it back from', async () => {
  const take = (id: string) => t.call<{ count: number }>('sent_message/take_back', { id }, { as: sender });
  const { id } = await toReader();
  expect(await detailsOf(id)).toMatchObject({ unread_count: 1, removed_count: 0, is_open: YesNo.yes });
  await t.call('message/remove', { id: (await inbox())[0]?.id }, { as: reader });
  expect(await readersOf(id)).toMatchObject([{ receipt: 'removed', user_remove_status: YesNo.yes }]);
  const gone = { unread_count: 0, removed_count: 1, is_open: YesNo.no };
  expect(await detailsOf(id)).toMatchObject(gone);
  expect(await take(id)).toEqual({ count: 0 });
  expect(await detailsOf(id)).toMatchObject({ state: 'taken_back', ...gone });
});

test('all read at once are counted for each sender', async () => {
  const [one, two] = [await toReader(), await toReader()];
  expect(await t.call<{ count: number }>('message/read_all', {}, { as: reader })).toEqual({ count: 2 });
  for (const { id } of [one, two]) expect(await detailsOf(id)).toMatchObject({ read_count: 1 });
  await clear();
});

test('taking back takes it from those who have not read it, and from nobody else', async () => {
  const unread = await toReader();
  const take = (id: string) => t.call<{ count: number }>('sent_message/take_back', { id }, { as: sender });
  expect(await take(unread.id)).toEqual({ count: 1 });
  expect(await inbox()).toEqual([]);
  expect(await detailsOf(unread.id)).toMatchObject({ state: 'taken_back', taken_count: 1, read_count: 0 });
  expect(await readersOf(unread.id)).toMatchObject([{ receipt: 'taken_back', user_remove_status: 1 }]);
  expect(await take(unread.id)).toEqual({ count: 0 });
  const read = await toReader();
  await t.call('message/read_all', {}, { as: reader });
  expect(await take(read.id)).toEqual({ count: 0 });
  expect(await inbox()).toHaveLength(1);
  await clear();
});

test('somebody who runs nothing writes to the own people only, whoever is named', async () => {
  const to = (body: object) => refusal(send(body, small));
  expect(await to({ to: 'account', account: reader.id })).toBe('invalid_input');
  expect(await to({ to: 'role', role: 'super' })).toBe('invalid_input');
  expect(await to({ to: 'all' })).toBe('invalid_input');
  const found = () => t.call<{ content: Row[] }>('message_recipient/inquire', {}, { as: small });
  expect((await found()).content).toEqual([]);
  await t.rows(administrator).add({
    account: 'below.small',
    disabled: YesNo.no,
    ancestors: [small.id],
    skeleton: 'below.small',
  } as never);
  expect((await found()).content).toMatchObject([{ account: 'below.small' }]);
  const count = (body: object) => t.call<{ count: number }>('message_recipient/count', body, { as: small });
  expect(await count({ to: 'all' })).toEqual({ count: 1 });
  expect(await count({ to: 'role', role: 'customer' })).toEqual({ count: 0 });
  expect(await refusal(count({ to: 'role', role: 'super' }))).toBe('invalid_input');
  expect((await send({ to: 'all' }, small)).count).toBe(1);
  const roles = await t.call<{ key: string }[]>('message_recipient/roles', {}, { as: small });
  expect(roles.map(({ key }) => key)).not.toContain('super');
  const nobody = await t.person('curious.customer');
  expect(await refusal(send({ to: 'all' }, nobody))).toBe('forbidden');
});

/** Customers beyond one portion, and how to reach them. */
async function many(): Promise<object> {
  const role = await t.context.identity.roleId('customer');
  const rows = Array.from({ length: PEOPLE }, (_, at) => ({
    ...newRow(
      t.context,
      administrator,
      { account: `many${at}`, role, disabled: YesNo.no },
      { _id: newId(t.context) },
    ),
    skeleton: `many${at}`,
    invitation_code: `many${at}`,
  }));
  await t.context.model(administrator).insertMany(rows as never);
  return { to: 'role', role: 'customer' };
}

test('a message to many is not written within the call, reaches each once, and goes on where it was', async () => {
  const before = await t.rows(message).count();
  const everybody = await many();
  const told = await t.call<{ count: number }>('message_recipient/count', everybody, { as: sender });
  const { count, id, operation: started } = await send(everybody);
  expect(told).toEqual({ count });
  expect(count).toBeGreaterThanOrEqual(PEOPLE);
  expect(started).toBeString();
  expect(await t.rows(message).count()).toBe(before);
  await t.jobs.runWaiting();
  const owners = (await t.rows(message).all({ sent: id } as never)).map(({ owner }) => owner);
  expect([owners.length, new Set(owners).size]).toEqual([count, count]);
  expect(await detailsOf(id)).toMatchObject({ state: 'sent', sent_count: count, recipients: 'Customer' });
  // Once more, as after a kill: nobody gets it twice.
  expect(await deliverPortion(t.context, id)).toBeUndefined();
  const { operation: taking } = await t.call<Made>('sent_message/take_back', { id }, { as: sender });
  expect(taking).toBeString();
  await t.jobs.runWaiting();
  expect(await detailsOf(id)).toMatchObject({ state: 'taken_back', taken_count: count });
  expect(await t.rows(message).count({ sent: id, remove_time: null } as never)).toBe(0);
});

test('two that deliver the same message at once give it to each person once; one taken back goes no further', async () => {
  const { id } = await send({ to: 'role', role: 'customer' });
  const rows = () => t.rows(message).count({ sent: id } as never);
  await t.jobs.runWaiting();
  const all = await rows();
  const again = { cursor: '', sent_count: 0, finished_time: null };
  await t.context.model(message).deleteMany({ sent: id } as never);
  await t.context.model(sentMessage).updateOne({ _id: id } as never, { $set: again } as never);
  await Promise.all([deliverPortion(t.context, id), deliverPortion(t.context, id)]);
  expect(await rows()).toBe(BATCH);
  expect(await detailsOf(id)).toMatchObject({ state: 'stopped', sent_count: BATCH });
  while ((await deliverPortion(t.context, id)) !== undefined);
  expect(await rows()).toBe(all);
  await t.context.model(sentMessage).updateOne({ _id: id } as never, { $set: again } as never);
  await t.context.model(message).deleteMany({ sent: id } as never);
  await deliverPortion(t.context, id);
  await t.call('sent_message/take_back', { id }, { as: sender });
  await t.jobs.runWaiting();
  expect(await deliverPortion(t.context, id)).toBeUndefined();
  expect(await detailsOf(id)).toMatchObject({ state: 'taken_back', sent_count: BATCH, taken_count: BATCH });
});
