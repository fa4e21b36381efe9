import { expect, test } from 'bun:test';
import type { MessageChannel, PluginContext } from '@waypost/sdk';
import { type Recipient, tellChannels } from './tell-channels.ts';

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
  const points = { contributions: async () => contributions };
  return { logged, context: { points, log } as unknown as Channels & Pick<PluginContext, 'log'> };
}
const people = (count: number): Recipient[] =>
  Array.from({ length: count }, (_, number) => ({ id: String(number), account: `person${number}` }));

test('everybody is reached through a channel, five hundred at a time and each once', async () => {
  const handed: Recipient[][] = [];
  const { context } = withChannels({
    mail: async ({ recipients }) => {
      handed.push([...recipients]);
    },
  });
  await tellChannels(context, { title: 'Hello', content: 'You' }, people(1_001));
  expect(handed.map(({ length }) => length)).toEqual([500, 500, 1]);
  expect(handed.flat()).toEqual(people(1_001));
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
  await tellChannels(context, { title: 'Hello', content: 'You' }, people(1));
  expect(delivered).toEqual(['Hello']);
  expect(logged).toEqual(['broken']);
});
