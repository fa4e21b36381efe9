import { expect, test } from 'bun:test';
import {
  createSiteMessageRate,
  SITE_MESSAGES_PER_HOUR,
  SITE_MESSAGES_PER_MINUTE,
} from './site-message-rate.ts';

const MINUTE_MS = 60_000;

test('a plugin that keeps to its minute is held by its hour, and goes on when the hour is over', () => {
  let now = 0;
  const rate = createSiteMessageRate({ now: () => now });
  const take = () => {
    try {
      return rate.take('shop') instanceof Function;
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  for (let count = 0; count < SITE_MESSAGES_PER_HOUR; count += 1) {
    if (count > 0 && count % SITE_MESSAGES_PER_MINUTE === 0) now += MINUTE_MS;
    expect(take()).toBe(true);
  }
  now += MINUTE_MS;
  expect(take()).toBe('site_messages_too_many');
  now = 60 * MINUTE_MS;
  expect(take()).toBe(true);
});
