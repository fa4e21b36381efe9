import { afterEach, expect, test } from 'bun:test';
import { definePlugin, type PluginContext } from '@waypost/sdk';
import { testPlugin } from './test-plugin.ts';
import type { TestPlugin, TestPluginOptions } from './types.ts';

const manifest = {
  id: 'sample',
  version: '1.0.0',
  engine: '*',
  title: 'Sample',
  server: 'server.ts',
  areas: ['sample'],
  capabilities: ['jobs'],
  schedules: ['tidy'],
};

let t: TestPlugin | undefined;
afterEach(async () => {
  await t?.dispose();
  t = undefined;
});
async function start(
  setup: (context: PluginContext) => Promise<unknown>,
  options: Partial<TestPluginOptions> = {},
): Promise<TestPlugin> {
  const plugin = definePlugin({
    id: 'sample',
    async setup(context) {
      await setup(context);
    },
  });
  t = await testPlugin(plugin, { manifest, ...options });
  return t;
}

test('an interval counts from the last run: one that has come is run after a restart, one that has not goes on', async () => {
  const ran: string[] = [];
  const it = await start(async (context) => {
    context.jobs.define('tidy', async () => {
      ran.push(context.clock.date().toISOString().slice(5, 16));
    });
    await context.jobs.every('1 day', 'tidy');
  });
  for (let day = 0; day < 3; day += 1) {
    await it.clock.advance(20 * 3_600_000);
    await it.restart();
    await it.clock.advance(4 * 3_600_000);
  }
  expect(ran).toEqual(['01-16T12:00', '01-17T12:00', '01-18T12:00']);
  it.clock.set('2026-01-25T09:00:00Z');
  await it.restart();
  await it.clock.advance(0);
  await it.clock.advance(23 * 3_600_000);
  expect(ran.slice(3)).toEqual(['01-25T09:00']);
  await it.clock.advance(3_600_000);
  expect(ran.slice(4)).toEqual(['01-26T09:00']);
});

test('a cron expression of a job is read in the time zone of the installation', async () => {
  const ran: string[] = [];
  const it = await start(
    async (context) => {
      context.jobs.define('tidy', async () => {
        ran.push(context.clock.date().toISOString().slice(5, 16));
      });
      await context.jobs.every('30 3 * * *', 'tidy');
    },
    { timeZone: 'Asia/Shanghai', now: '2026-01-15T12:00:00Z' },
  );
  await it.clock.advance(48 * 3_600_000);
  expect(ran).toEqual(['01-15T19:30', '01-16T19:30']);
});
