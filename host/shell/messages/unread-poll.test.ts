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

test('a message is shown, then marked as viewed and counted no more', async () => {
  const { look, calls, shown, told } = setUp((call) => (call === 'inquire' ? unread : null));
  await look();
  expect([shown, calls]).toEqual([['Money: Pay day'], ['message/inquire', 'message/update-notify-status']]);
  expect(told).toEqual([3, 2]);
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

test('a failure is silent, and a mark that failed does not show the notice again', async () => {
  let isMarkBroken = true;
  const { look, shown, calls } = setUp((call) => {
    if (call === 'inquire') return unread;
    if (isMarkBroken) throw new Error('gone');
    return null;
  });
  await look();
  isMarkBroken = false;
  await look();
  expect(shown).toHaveLength(1);
  expect(calls.filter((call) => call.endsWith('status'))).toHaveLength(2);
});
