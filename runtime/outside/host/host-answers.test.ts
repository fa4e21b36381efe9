import { expect, test } from 'bun:test';
import { mongo } from 'mongoose';
import { outcome } from '../../services/test-services.ts';
import { createHostAnswers, type HostAnswerOptions } from './host-answers.ts';
import { createLiveRequests } from './live-requests.ts';

test('what an election ends in the host is told to the plugin as a store that is away, not as a fault', async () => {
  const failing = {
    manifest: { id: 'shop' },
    context: {
      audit: async () => {
        throw new mongo.MongoServerError({ code: 10_107, message: 'not primary' });
      },
    },
    operations: { answers: {} },
    live: createLiveRequests(),
  };
  const { answer } = createHostAnswers(failing as unknown as HostAnswerOptions);
  const asked = answer('audit', { type: 'shop.sale' }, new AbortController().signal);
  expect(await outcome(asked)).toBe('store_unavailable');
});
