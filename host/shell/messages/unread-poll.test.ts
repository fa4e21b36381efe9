import { expect, test } from 'bun:test';
import type { Client } from '@waypost/host-sdk';
import { createUnreadLook } from './unread-poll.ts';

function setUp(answers: (call: string) => unknown) {
  const calls: string[] = [];
  const shown: string[] = [];
  const told: number[] = [];
  const reading = { isOn: false };
  const client = {
    post: async (area: string, call: string) => {
      calls.push(`${area}/${call}`);
      return answers(call);
    },
  } as unknown as Pick<Client, 'post'>;
  const look = createUnreadLook({
    client,
    isReading: () => reading.isOn,
    show: ({ title, content }) => shown.push(`${title}: ${content}`),
    tell: (count) => told.push(count),
  });
  return { calls, shown, told, reading, look };
}
const unread = { content: [{ id: '1', title: 'Money', content: 'Pay day' }], count: 3 };

test('a message is shown, and unread until somebody reads it or puts it away', async () => {
  const { look, calls, shown, told } = setUp((call) => (call === 'inquire' ? unread : null));
  await look();
  expect([shown, calls]).toEqual([['Money: Pay day'], ['message/inquire']]);
  expect(told).toEqual([3]);
});

test('while one is being read nobody asks for the next', async () => {
  const { look, calls, shown, reading } = setUp((call) => (call === 'inquire' ? unread : null));
  reading.isOn = true;
  await look();
  expect([shown, calls]).toEqual([[], []]);
  reading.isOn = false;
  await look();
  expect(shown).toHaveLength(1);
});

test('what comes while the list was opened is left to the list', async () => {
  const gate = Promise.withResolvers<unknown>();
  const { look, calls, shown, reading } = setUp(() => gate.promise);
  const looking = look();
  reading.isOn = true;
  gate.resolve(unread);
  await looking;
  expect([shown, calls]).toEqual([[], ['message/inquire']]);
});

test('one look at a time, however slow the server', async () => {
  const gate = Promise.withResolvers<unknown>();
  const { look, calls } = setUp(() => gate.promise);
  const first = look();
  await look();
  gate.resolve({ content: [], count: 0 });
  await first;
  expect(calls).toEqual(['message/inquire']);
});

test('a failure is silent, and what was shown does not come back by itself', async () => {
  let isBroken = true;
  const { look, shown } = setUp(() => {
    if (isBroken) throw new Error('gone');
    return unread;
  });
  await look();
  isBroken = false;
  await look();
  await look();
  expect(shown).toHaveLength(1);
});
