import { expect, test } from 'bun:test';
import { ACCOUNT_STATES } from './account-states.ts';
import { SYSTEM_MAIL } from './system-mail.ts';
import { sentenceOf, writeLetter } from './write-letter.ts';

const WORDS = {
  'en-US': { 'shop.sold.title': '{{name}} is sold', 'shop.sold.content': 'For {{price}}, by {{nobody}}.' },
  'zh-CN': { 'shop.sold.title': '{{name}} 已售出' },
  'sw-KE': {},
};
const LETTER = {
  account: 'ada',
  words: 'shop.sold',
  params: { name: 'A map', price: '{{name}}' },
  occasion: 'map sold',
  screen: 'sale_list?id=map',
};

/** A platform whose server takes letters; what it lacks the test says. */
function platform(lacks: { server?: boolean; address?: boolean; room?: boolean } = {}) {
  const sent: unknown[] = [];
  const logged: unknown[] = [];
  const services: Readonly<Record<string, object>> = {
    [SYSTEM_MAIL]: {
      isOn: async () => !lacks.server,
      locale: async () => 'zh-CN',
      send: async (letter: object) => {
        if (lacks.room) throw new Error('the queue is full');
        return sent.push(letter) > 0;
      },
    },
    [ACCOUNT_STATES]: { emails: async () => (lacks.address ? {} : { ada: 'ada@mail.example' }) },
  };
  const context = {
    require: (name: string) => services[name],
    log: { error: (facts: object) => logged.push(facts) },
    platform: { publicUrl: 'https://shop.example' },
  } as never;
  return { context, sent, logged };
}

test('a letter is in the language of letters, in English where that has no words, and leads to the screen', async () => {
  const { context, sent } = platform();
  await writeLetter(context, WORDS, LETTER);
  expect(sent).toEqual([
    {
      to: 'ada@mail.example',
      subject: 'A map 已售出',
      // What somebody has written is no hole to be filled.
      text: 'For {{name}}, by {{nobody}}.\n\nhttps://shop.example/#/customer/sale_list?id=map',
      occasion: 'map sold',
    },
  ]);
  expect(sentenceOf(WORDS, 'sw-KE', { key: 'shop.unknown', params: {} })).toBe('shop.unknown');
});

test('without a server, an address or room for it nothing is sent, and whoever tells of it goes on', async () => {
  for (const lacks of [{ server: true }, { address: true }, { room: true }]) {
    const { context, sent, logged } = platform(lacks);
    await writeLetter(context, WORDS, LETTER);
    expect([lacks, sent, logged.length]).toEqual([lacks, [], 'room' in lacks ? 1 : 0]);
  }
});
