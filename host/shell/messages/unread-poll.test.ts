import { expect, test } from 'bun:test';
import type { Client } from '@waypost/host-sdk';
import { createUnreadLook } from './unread-poll.ts';

function setUp(answers: (call: string) => unknown) {
  const calls: string[] = [];
  const shown: string[] = [];
  const client = {
    post: async (area: string, call: string) => {
      calls.push(`${area}/${call}`);
      return answers(call);
    },
  } as unknown as Pick<Client, 'post'>;
  return { calls, shown, look: createUnreadLook({ client, show: ({ content }) => shown.push(content) }) };
}
const unread = { content: [{ id: '1', content: 'Pay day' }] };

test('a message is shown, then marked as viewed', async () => {
  const { look, calls, shown } = setUp((call) => (call === 'inquire' ? unread : null));
  await look();
  expect([shown, calls]).toEqual([['Pay day'], ['message/inquire', 'message/update-notify-status']]);
});

test('one look at a time, however slow the server', async () => {
  const gate = Promise.withResolvers<unknown>();
  const { look, calls } = setUp(() => gate.promise);
  const first = look();
  await look();
  gate.resolve({ content: [] });
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
  expect(shown).toEqual(['Pay day']);
  expect(calls.filter((call) => call.endsWith('status'))).toHaveLength(2);
});
