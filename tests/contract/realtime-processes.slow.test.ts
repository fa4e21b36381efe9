import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createConnection } from 'mongoose';
import { parseEnvironment, storeUri } from '../../runtime/process/environment.ts';
import { type Api, signIn } from '../api.ts';
import { ADMINISTRATOR, FIXTURE_REGISTRY, type System, startSystem } from './harness.ts';
import { openChannel, type RawChannel } from './realtime-client.ts';
import { type SecondRuntime, startSecondRuntime } from './second-runtime.ts';

setDefaultTimeout(180_000);

/** A second runtime over the same store, as behind a load balancer. */
let system: System;
let second: SecondRuntime;
const connection = createConnection();

beforeAll(async () => {
  system = await startSystem();
  second = await startSecondRuntime(system.dataDirectory, {
    arguments: ['--registry', FIXTURE_REGISTRY],
    env: { ROLES: 'api' },
  });
  await connection.openUri(
    storeUri(parseEnvironment({ DATA_DIR: system.dataDirectory, MONGODB_URI: process.env.MONGODB_URI })),
  );
}, 180_000);
afterAll(async () => {
  await connection.close();
  await second?.stop();
  await system?.stop();
}, 120_000);

async function channelOf(origin: string, api: Api): Promise<RawChannel> {
  const channel = await openChannel(origin);
  channel.logIn(api.token ?? '');
  channel.say({ type: 6, topic: 'platform.plugins' });
  await channel.next(({ content }) => (content as { topic?: string } | null)?.topic === 'platform.plugins');
  return channel;
}

test('a logout at one process closes the channel at another', async () => {
  const api = await signIn(system.origin, ADMINISTRATOR);
  const channel = await channelOf(second.origin, api);
  await api.call('administrator/logout');
  expect((await channel.closed).code).toBe(4403);
});

test('a session whose time is over closes its channel', async () => {
  const api = await signIn(system.origin, ADMINISTRATOR);
  const channel = await channelOf(second.origin, api);
  await connection.collection('system_session').deleteMany({ expires_at: { $gt: new Date() } });
  expect((await channel.closed).code).toBe(4403);
});

test('a plugin that is switched off and on is told to every process, and the channels live on', async () => {
  const api = await signIn(system.origin, ADMINISTRATOR);
  const channels = await Promise.all([channelOf(system.origin, api), channelOf(second.origin, api)]);
  for (const enabled of [false, true]) {
    await connection
      .collection<{ _id: string }>('plugin_states')
      .updateOne({ _id: 'good' }, { $set: { enabled } }, { upsert: true });
    for (const channel of channels)
      expect(await channel.next(({ type }) => type === 4, 10_000)).toMatchObject({
        content: { topic: 'platform.plugins', data: { generation: expect.any(Number) } },
      });
  }
  for (const channel of channels) {
    expect(channel.isOpen()).toBe(true);
    channel.close();
  }
});
