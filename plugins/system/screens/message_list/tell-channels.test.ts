import { expect, test } from 'bun:test';
import type { MessageChannel, PluginContext } from '@waypost/sdk';
import { type Told, tellChannels, tellChannelsSoon } from './tell-channels.ts';

const said = { title: 'Hello', content: 'You' };
const HELLO = { ...said, texts: { 'zh-CN': said, 'en-US': said, 'sw-KE': said }, words: undefined };

type Channels = Parameters<typeof tellChannels>[0];

/** What a sender has to work with when plugins brought these channels. */
function withChannels(channels: Record<string, MessageChannel['deliver']>) {
  const logged: string[] = [];
  const contributions = Object.entries(channels).map(([name, deliver]) => ({
    name,
    plugin: 'shop',
    contribution: { title: name, deliver },
  }));
  const log = { error: (facts: { channel: string }) => logged.push(facts.channel) };
  const points = {
    contributions: async (point: string) => (point === 'system.message_channel' ? contributions : []),
  };
  const settled: string[] = [];
  const model = () => ({
    updateMany: async ({ _id }: { _id: { $in: string[] } }, change: object) => {
      if ('$unset' in change) settled.push(..._id.$in);
    },
  });
  return {
    logged,
    settled,
    context: { points, log, model, clock: { now: () => 0 } } as unknown as Channels &
      Pick<PluginContext, 'log'>,
  };
}
const people = (count: number): Told[] =>
  Array.from({ length: count }, (_, number) => ({
    id: String(number),
    account: `person${number}`,
    message: `message${number}`,
  }));

test('everybody is reached through a channel, five hundred at a time and each once', async () => {
  const handed: Told[][] = [];
  const { context, settled } = withChannels({
    mail: async ({ recipients }) => {
      handed.push([...recipients]);
    },
  });
  await tellChannels(context, HELLO, people(1_001));
  expect(handed.map(({ length }) => length)).toEqual([500, 500, 1]);
  expect(handed.flat()).toEqual(people(1_001));
  // Nobody hands it over again.
  expect(settled).toHaveLength(1_001);
});

test('a channel that fails takes no other with it and reaches the log, and the sender is not told', async () => {
  const delivered: string[] = [];
  const { context, logged } = withChannels({
    broken: async () => {
      throw new Error('no route');
    },
    mail: async ({ title }) => {
      delivered.push(title);
    },
  });
  await tellChannels(context, HELLO, people(1));
  expect(delivered).toEqual(['Hello']);
  expect(logged).toEqual(['broken']);
});

test('of many people those are remembered whom a channel has taken before it failed, and one that has had it all is left out', async () => {
  const handed: number[] = [];
  let isBroken = false;
  const { context } = withChannels({
    mail: async ({ recipients }) => {
      if (isBroken) throw new Error('no route');
      isBroken = true;
      handed.push(recipients.length);
    },
    fax: async () => Promise.reject(new Error('it has had it')),
  });
  const told: { people: number; change: object }[] = [];
  const model = () => ({
    updateMany: async ({ _id }: { _id: { $in: string[] } }, change: object) => {
      if ('$addToSet' in change) told.push({ people: _id.$in.length, change });
    },
  });
  await tellChannels({ ...context, model } as never, HELLO, people(700), ['fax']);
  expect(handed).toEqual([500]);
  expect(told).toEqual([{ people: 500, change: { $addToSet: { channels_told: 'mail' } } }]);
});

test('a store that is away once the channels have it ends nobody: the rows say that it is still to be done', async () => {
  const { promise: told, resolve } = Promise.withResolvers<unknown>();
  const { context } = withChannels({ mail: async () => undefined });
  const away = {
    ...context,
    model: () => ({ updateMany: () => Promise.reject(new Error('closed')) }),
    log: { ...context.log, warn: (facts: { error: unknown }) => resolve(facts.error) },
  };
  tellChannelsSoon(away as never, HELLO, people(1));
  expect(String(await told)).toContain('closed');
});
