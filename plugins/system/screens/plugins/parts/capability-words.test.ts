import { expect, test } from 'bun:test';
import { CAPABILITIES, requestedCapabilities } from '@waypost/contract';
import type { WordsFunction } from '@waypost/host-sdk';
import english from '../en-US.json' with { type: 'json' };
import swahili from '../sw-KE.json' with { type: 'json' };
import chinese from '../zh-CN.json' with { type: 'json' };
import { capabilityText, isFarReaching } from './capability-words.ts';

/** Everything that a plugin can ask for, as it is consented to. */
const ASKED = requestedCapabilities({
  capabilities: [...CAPABILITIES],
  hosts: ['api.example.com'],
  collections: ['qr_code'],
  topics: ['news'],
  schedules: ['tidy'],
  hooks: ['qr.code'],
  points: ['system.message_channel'],
});

const wordsOf = (texts: Record<string, string>) =>
  ({
    first: (keys: string[], { name }: { name: string }) =>
      keys.flatMap((key) => texts[key] ?? [])[0]?.replaceAll('{{name}}', name) ?? '',
  }) as unknown as WordsFunction;

test.each([
  ['en-US', english],
  ['zh-CN', chinese],
  ['sw-KE', swahili],
])('an administrator reads in %s what a plugin asks for, never its name alone', (_locale, texts) => {
  for (const capability of ASKED) {
    const sentence = capabilityText(wordsOf(texts), capability);
    expect([capability, sentence]).toEqual([capability, expect.stringMatching(/[.。]$/)]);
  }
});

test('what reaches out of the server is pointed out', () => {
  for (const capability of [
    'internet:fetch',
    'internet:endpoints',
    'internet:dns',
    'internet:tls',
    'network:api.example.com',
  ])
    expect([capability, isFarReaching(capability)]).toEqual([capability, true]);
});
