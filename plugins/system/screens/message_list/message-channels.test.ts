import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import {
  definePlugin,
  MESSAGE_CHANNEL_POINT,
  MESSAGE_KIND_POINT,
  MESSAGE_KINDS,
  type MessageChannel,
  type MessageKinds,
  type PluginContext,
  SITE_MESSAGES,
  type SiteMessages,
} from '@waypost/sdk';
import { type Person, type TestPlugin, testPlugin } from '@waypost/sdk/testing';
import { messageKinds } from './message-kinds.ts';
import { tellAdministrators } from './notices.ts';
import { message } from './resource.ts';
import { mountMessages } from './routes.ts';
import { siteMessages } from './site-messages.ts';
import { keepTellingChannels } from './tell-due.ts';

const MINUTE_MS = 60_000;
type Delivered = Parameters<MessageChannel['deliver']>[0];

const delivered: Delivered[] = [];
/** Ends the work of the channel as a kill would: nothing comes back. */
let isHanging = false;
let hanging = 0;
/** Whether the channel takes nothing. */
let isFailing = false;
let refused = 0;
/** What another channel was told, which takes everything. */
const byOwl: Delivered[] = [];
let shop: PluginContext;
const others = [
  definePlugin({
    id: 'shop',
    setup(context) {
      shop = context;
      const kind = (name: string, words: string) =>
        context.points.contribute(MESSAGE_KIND_POINT, '^1', name, { title: `plugin.${name}`, words });
      kind('shop.messages', 'shop');
      kind('shop.orders', 'shop.notice.order');
      context.points.contribute(MESSAGE_KIND_POINT, '^1.1', 'shop.money', {
        title: 'plugin.shop.money',
        words: ['shop.notice.paid', 'shop.notice.refund'],
        permission: 'shop.money:read',
      });
      kind('shop.stolen', 'bank');
    },
  }),
  definePlugin({
    id: 'pigeon',
    setup(context) {
      context.points.contribute(MESSAGE_CHANNEL_POINT, '^1', 'pigeon.loft', {
        title: 'pigeon.loft',
        async deliver(told: Delivered) {
          if (isHanging) {
            hanging += 1;
            await new Promise(() => undefined);
          }
          if (isFailing) {
            refused += 1;
            throw new Error('the loft is closed');
          }
          delivered.push(told);
        },
      });
    },
  }),
  definePlugin({
    id: 'owl',
    setup(context) {
      context.points.contribute(MESSAGE_CHANNEL_POINT, '^1', 'owl.tree', {
        title: 'owl.tree',
        deliver: async (told: Delivered) => void byOwl.push(told),
      });
    },
  }),
].map((plugin) => ({
  plugin,
  manifest: {
    id: plugin.id,
    version: '1.0.0',
    engine: '^0.1.0',
    title: `plugin.${plugin.id}`,
    areas: [plugin.id],
    server: 'server.ts',
    points: [MESSAGE_KIND_POINT, MESSAGE_CHANNEL_POINT],
  },
}));
/** What `system` does for messages, without its screens. */
const system = definePlugin({
  id: 'system',
  async setup(context) {
    mountMessages(context);
    context.provide(SITE_MESSAGES, siteMessages(context));
    context.provide(MESSAGE_KINDS, messageKinds(context));
    await keepTellingChannels(context);
  },
});
setDefaultTimeout(60_000);
let t: TestPlugin;
let anna: Person;

beforeAll(async () => {
  t = await testPlugin(system, {
    folder: join(import.meta.dir, '../..'),
    manifest: {
      id: 'system',
      version: '0.1.0',
      engine: '^0.1.0',
      title: 'system.title',
      areas: ['message'],
      capabilities: ['identity', 'jobs'],
      schedules: ['tell_channels'],
      server: 'server.ts',
      services: { [SITE_MESSAGES]: '1.1.0', [MESSAGE_KINDS]: '1.1.0' },
    },
    others,
  });
  anna = await t.person('anna.reader');
});
afterAll(() => t?.dispose());
beforeEach(() => {
  delivered.length = 0;
  byOwl.length = 0;
  isHanging = false;
  isFailing = false;
  refused = 0;
});

const tell = (words: string, occasion: string) =>
  shop.require<SiteMessages>(SITE_MESSAGES, '^1')?.tell({
    to: { accounts: [anna.id] },
    words,
    params: {},
    occasion,
    screen: 'shop_order?id=1',
    plain: { title: 'Order', content: 'One' },
  });
const handedOver = async (count: number) => {
  while (delivered.length < count) await Bun.sleep(5);
};

test('people choose among the kinds that plugins name, those of the platform and what people write', async () => {
  const kinds = t.service<MessageKinds>(MESSAGE_KINDS);
  expect((await kinds.list()).map(({ name }) => name)).toEqual([
    ...['shop.messages', 'shop.money', 'shop.orders', 'shop.stolen'],
    ...['system.backup', 'system.platform', 'system.person', 'system.other'],
  ]);
});

test('a message is of the kind that fits it closest, and a plugin names kinds of its own words only', async () => {
  await tell('shop.notice.order', 'first');
  await tell('shop.notice.stock', 'second');
  await tell('shop.noticeable', 'third');
  await tell('shop.notice.refund', 'fourth');
  await handedOver(4);
  expect(delivered.map(({ kind }) => kind).sort()).toEqual([
    ...['shop.messages', 'shop.messages', 'shop.money', 'shop.orders'],
  ]);
  expect(delivered[0]).toMatchObject({
    screen: 'shop_order?id=1',
    texts: { 'sw-KE': { title: 'Order', content: 'One' } },
    recipients: [{ id: anna.id, account: 'anna.reader', message: expect.any(String) }],
  });
});

test('what the platform says reaches channels in each language', async () => {
  await t.person('root.op', { role: 'super' });
  await tellAdministrators(t.context, {
    notice: { kind: 'visits_differ', params: { visits: '0', differences: '2' } },
    written: { title: 'visits', content: '2', occasion: 'differ' },
  });
  await handedOver(1);
  const [told] = delivered;
  expect(told?.kind).toBe('system.platform');
  const titles = Object.values(told?.texts ?? {}).map(({ title }) => title);
  expect(new Set(titles).size).toBe(3);
});

test('a backup that failed is a kind of its own, offered to those who see backups', async () => {
  await tellAdministrators(t.context, {
    notice: { kind: 'backup_failed', params: {} },
    written: { title: 'backup', content: 'backup', occasion: 'backup' },
  });
  await handedOver(1);
  expect(delivered.map(({ kind }) => kind)).toEqual(['system.backup']);
  const kinds = await t.service<MessageKinds>(MESSAGE_KINDS).list();
  expect(Object.fromEntries(kinds.map(({ name, permission }) => [name, permission]))).toMatchObject({
    'system.backup': 'system.backup:read',
    'shop.money': 'shop.money:read',
    'system.person': undefined,
  });
});

test('what the monitor finds is of the platform: whoever wants that elsewhere has not to take everything', async () => {
  await tellAdministrators(t.context, {
    notice: { kind: 'system.problem.disk_space', params: { subject: 'runtime', value: '1 MB' } },
    written: { title: 'disk', content: 'disk', occasion: 'disk' },
  });
  await handedOver(1);
  expect(delivered.map(({ kind }) => kind)).toEqual(['system.platform']);
});

test('a message whose process ended before it was handed over is handed over by the next one, under the same id', async () => {
  isHanging = true;
  await tell('shop.notice.order', 'cut off');
  while (hanging === 0) await Bun.sleep(5);
  isHanging = false;
  await t.jobs.run('tell_channels');
  // Whoever wrote it may still be at it.
  expect(delivered).toEqual([]);
  await t.clock.advance(MINUTE_MS);
  expect(delivered).toHaveLength(1);
  const [row] = await t.rows(message).all({ screen: 'shop_order?id=1' } as never);
  expect(row).toBeDefined();
  await t.clock.advance(10 * MINUTE_MS);
  expect(delivered).toHaveLength(1);
  expect(await t.rows(message).count({ channels_due: { $exists: true } } as never)).toBe(0);
});

const stillDue = () => t.rows(message).count({ channels_due: { $exists: true } } as never);

test('a message that a channel did not take is handed over once the channel takes it, and then once', async () => {
  isFailing = true;
  await tell('shop.notice.order', 'refused');
  while (refused === 0) await Bun.sleep(5);
  await t.clock.advance(10 * MINUTE_MS);
  expect(refused).toBeGreaterThan(1);
  // Not at every turn of the job: whoever is away is not stormed.
  expect(refused).toBeLessThan(5);
  expect(await stillDue()).toBe(1);
  isFailing = false;
  await t.clock.advance(10 * MINUTE_MS);
  expect(delivered).toHaveLength(1);
  expect(await stillDue()).toBe(0);
});

test('a channel that takes a message hears it once, however often another one fails', async () => {
  isFailing = true;
  await tell('shop.notice.order', 'half taken');
  while (refused === 0) await Bun.sleep(5);
  await t.clock.advance(20 * MINUTE_MS);
  expect(refused).toBeGreaterThan(1);
  expect(byOwl).toHaveLength(1);
  const [row] = await t.rows(message).all({ channels_due: { $exists: true } } as never);
  expect(row).toMatchObject({ channels_told: ['owl.tree'] });
  const inbox = await t.call<{ content: object[] }>('message/user_inquire', {}, { as: anna });
  expect(inbox.content.length).toBeGreaterThan(0);
  for (const shown of inbox.content) expect(shown).not.toHaveProperty('channels_told');
  isFailing = false;
  await t.clock.advance(10 * MINUTE_MS);
  expect([delivered.length, byOwl.length]).toEqual([1, 1]);
  expect(await t.rows(message).count({ channels_told: { $exists: true } } as never)).toBe(0);
});

test('a message that no channel takes for a day is given up, and one that nobody has tried yet is not', async () => {
  isFailing = true;
  await tell('shop.notice.order', 'never');
  while (refused === 0) await Bun.sleep(5);
  t.clock.set(new Date(t.clock.now() + 25 * 60 * MINUTE_MS));
  await t.jobs.run('tell_channels');
  expect([refused, await stillDue()]).toEqual([2, 0]);
  isFailing = false;
  isHanging = true;
  hanging = 0;
  await tell('shop.notice.order', 'cut off for days');
  while (hanging === 0) await Bun.sleep(5);
  isHanging = false;
  t.clock.set(new Date(t.clock.now() + 50 * 60 * MINUTE_MS));
  await t.jobs.run('tell_channels');
  expect(delivered).toHaveLength(1);
});
