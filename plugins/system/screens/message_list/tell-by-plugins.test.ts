import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import {
  definePlugin,
  type PluginContext,
  SITE_MESSAGES,
  type SiteMessage,
  type SiteMessages,
  tellNow,
} from '@waypost/sdk';
import { type Person, type TestPlugin, testPlugin } from '@waypost/sdk/testing';
import { mountMessages } from './routes.ts';
import { SITE_MESSAGES_PER_MINUTE } from './site-message-rate.ts';
import { siteMessages } from './site-messages.ts';

const MINUTE_MS = 60_000;
const contexts = new Map<string, PluginContext>();
const plugins = ['shop', 'shop-b'].map((id) => ({
  plugin: definePlugin({ id, setup: (context) => void contexts.set(id, context) }),
  manifest: {
    id,
    version: '1.0.0',
    engine: '^0.1.0',
    title: `plugin.${id}`,
    areas: [id.replace('-', '_')],
    server: 'server.ts',
  },
}));
/** What `system` does for messages, without its screens. */
const system = definePlugin({
  id: 'system',
  setup(context) {
    mountMessages(context);
    context.provide(SITE_MESSAGES, siteMessages(context));
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
      capabilities: ['identity'],
      services: { [SITE_MESSAGES]: '1.1.0' },
      server: 'server.ts',
    },
    others: plugins,
  });
  anna = await t.person('anna.reader');
});
afterAll(() => t?.dispose());

const messageOf = (plugin: string, change: Partial<SiteMessage>): SiteMessage => ({
  to: { accounts: [anna.id] },
  words: `${plugin}.notice.order`,
  params: {},
  plain: { title: plugin, content: 'An order' },
  occasion: 'one',
  ...change,
});
const contextOf = (plugin: string): PluginContext => {
  const context = contexts.get(plugin);
  if (context === undefined) throw new Error(`there is no plugin ${plugin}`);
  return context;
};
const tell = async (plugin: string, change: Partial<SiteMessage>) => {
  const messages = contextOf(plugin).require<SiteMessages>(SITE_MESSAGES, '^1');
  if (messages === undefined) throw new Error(`${plugin} is offered no messages`);
  return messages.tell(messageOf(plugin, change)).catch((error: { code?: string }) => error.code);
};

test('a plugin speaks with its own words only, and takes no occasion of another', async () => {
  expect(await tell('shop-b', { words: 'shop.notice.order' })).toBe('invalid_input');
  expect(await tell('shop', { words: 'shop-b.notice.order' })).toBe('invalid_input');
  expect(await tell('shop', { words: 'shop' })).toBe('invalid_input');
  expect(await tell('shop-b', { occasion: 'told' })).toBe(1);
  expect(await tell('shop', { occasion: 'told' })).toBe(1);
  expect(await tell('shop', { occasion: 'told' })).toBe(0);
});

test('one that floods inboxes is held back, and no other with it', async () => {
  await t.clock.advance(60 * MINUTE_MS);
  const told: unknown[] = [];
  for (let count = 0; count <= SITE_MESSAGES_PER_MINUTE; count += 1)
    told.push(await tell('shop', { occasion: `flood ${count}` }));
  expect(told.filter((one) => one === 1)).toHaveLength(SITE_MESSAGES_PER_MINUTE);
  expect(told.at(-1)).toBe('site_messages_too_many');
  expect(await tell('shop-b', { occasion: 'in the flood' })).toBe(1);
  // Whoever keeps what is still to be told has it told later; what is no message never is.
  const later = messageOf('shop', { occasion: 'later' });
  expect(await tellNow(contextOf('shop'), later)).toBe(false);
  const foreign = tellNow(contextOf('shop'), { ...later, words: 'shop-b.notice.order' });
  await expect(foreign).rejects.toMatchObject({ code: 'invalid_input' });
  await t.clock.advance(MINUTE_MS);
  expect([await tellNow(contextOf('shop'), later), await tell('shop', { occasion: 'later' })]).toEqual([
    true,
    0,
  ]);
  expect(await tell('shop', { occasion: 'after it' })).toBe(1);
});

test('what everybody was told of before takes nothing of what a plugin may say', async () => {
  await t.clock.advance(60 * MINUTE_MS);
  for (let count = 0; count < SITE_MESSAGES_PER_MINUTE + 5; count += 1)
    expect(await tell('shop', { occasion: 'again' })).toBe(count === 0 ? 1 : 0);
  expect(await tell('shop', { occasion: 'something new' })).toBe(1);
});
