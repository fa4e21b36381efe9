import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { BOT_TOKEN } from '../../../tests/bot-api.ts';
import { botMessage } from '../queue/message-resource.ts';
import { bindingSteps } from '../testing/binding-steps.ts';
import { type BotPlace, startBot } from '../testing/start-bot.ts';

setDefaultTimeout(60_000);
const MINUTE_MS = 60_000;

let place: BotPlace;
beforeAll(async () => {
  place = await startBot();
  await place.api.control('limits', { perSecond: 1_000, perChat: 1_000 });
  await place.api.control('take_updates', { token: BOT_TOKEN });
  await place.setUp();
});
afterAll(() => place?.stop());
beforeEach(() => place.api.control('forget', {}));

const { answersTo, bindTo } = bindingSteps(() => place);

test('a forgotten password: the link opens the account, is in no row, and comes three times an hour at most', async () => {
  const account = await place.t.person('forgetful');
  await bindTo(account, 141, 'sw-KE');
  place.t.clock.set(new Date(place.t.clock.now() + 24 * 60 * MINUTE_MS));
  const [letter = ''] = await answersTo(141, '/password');
  const token = /set_password\?token=([\w-]+)/.exec(letter)?.[1] ?? '';
  expect(letter).toContain('Chagua nenosiri jipya');
  const link = await place.t.context.identity.people.passwordLinkOf(token);
  expect(link.account).toBe('forgetful');
  // It lies in a chat for good, where whoever takes up the phone reads it.
  expect(Date.parse(link.expires_at) - place.t.clock.now()).toBeLessThanOrEqual(60 * MINUTE_MS);
  expect(JSON.stringify(await place.t.rows(botMessage).all())).not.toContain(token);
  for (const _time of [2, 3]) expect(await answersTo(141, '/password')).toHaveLength(1);
  expect(await answersTo(141, '/password')).toEqual([expect.stringContaining('Viungo vitatu')]);
});

// Whoever has a session and the password for a moment would have the account for good.
test('a chat that was bound within the last day is sent no link', async () => {
  const account = await place.t.person('hasty');
  await bindTo(account, 142);
  place.t.clock.set(new Date(place.t.clock.now() + 24 * 60 * MINUTE_MS - 1_000));
  expect(await answersTo(142, '/password')).toEqual([expect.stringContaining('24 hours')]);
  place.t.clock.set(new Date(place.t.clock.now() + 1_000));
  expect(await answersTo(142, '/password')).toEqual([expect.stringContaining('set_password?token=')]);
});

test('an administrator is sent no link: the phone would open the whole platform', async () => {
  await bindTo(place.operator, 143);
  place.t.clock.set(new Date(place.t.clock.now() + 24 * 60 * MINUTE_MS));
  expect(await answersTo(143, '/password')).toEqual([expect.stringContaining('customers and agents')]);
});

test('the page before the login answers the same for everybody, and sends to who is bound', async () => {
  const account = await place.t.person('sleepyhead');
  await bindTo(account, 151);
  place.t.clock.set(new Date(place.t.clock.now() + 24 * 60 * MINUTE_MS));
  await place.api.control('forget', {});
  const answers: unknown[] = [];
  for (const name of ['sleepyhead', 'jumaa', 'nobody.at.all', '🙂', 'sleepy'])
    answers.push(await place.t.call('telegram_password/send_link', { account: name }));
  expect(new Set(answers)).toEqual(new Set([null]));
  await place.t.jobs.runWaiting();
  await place.turn();
  expect(await place.textsOf(151)).toEqual([expect.stringContaining('set_password?token=')]);
});
