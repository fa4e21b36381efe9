import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import type { Person } from '@waypost/sdk/testing';
import { botMessage } from '../queue/message-resource.ts';
import { sending } from '../queue/send-messages.ts';
import { bindingSteps } from '../testing/binding-steps.ts';
import { type BotPlace, startBot } from '../testing/start-bot.ts';

setDefaultTimeout(60_000);
const MINUTE_MS = 60_000;
const GROUP = -700;
const CHAT = 701;

let place: BotPlace;
let amina: Person;
beforeAll(async () => {
  place = await startBot();
  await place.setUp();
  await place.api.control('limits', { perSecond: 1_000, perChat: 1_000 });
  amina = await place.t.person('amina');
  await bindTo(amina, CHAT);
});
afterAll(() => place?.stop());
beforeEach(async () => {
  await place.t.context.model(botMessage).deleteMany({});
  await place.api.control('forget', {});
});

const { write, bindTo } = bindingSteps(() => place);
const sayStart = async (times = 1) => {
  for (let time = 0; time < times; time += 1) await write(GROUP, '/start', { type: 'supergroup' });
};
const pass = (minutes: number) => place.t.clock.set(new Date(place.t.clock.now() + minutes * MINUTE_MS));

// Whoever is in a group with the bot could have it write there without end, and use up what everybody may be sent.
test('a group is answered at most once an hour, however often somebody there asks', async () => {
  // A little before a full hour: the next one begins within the hour after the answer.
  const past = place.t.clock.now() % (60 * MINUTE_MS);
  pass(60 - past / MINUTE_MS + 55);
  await sayStart(5);
  await place.turn();
  expect(await place.textsOf(GROUP)).toHaveLength(1);
  pass(30);
  await sayStart();
  await place.turn();
  expect(await place.textsOf(GROUP)).toHaveLength(1);
  pass(31);
  await sayStart();
  await place.turn();
  expect(await place.textsOf(GROUP)).toHaveLength(2);
});

test('a group that takes no more for now holds nobody else back, and is answered later', async () => {
  pass(120);
  const waiting = 20;
  await place.api.control('faults', {
    faults: [{ status: 429, description: `Too Many Requests: retry after ${waiting}`, retry_after: waiting }],
  });
  await sayStart();
  const idle = sending.idleMs;
  sending.idleMs = 2_000;
  const sent = place.turn();
  const refused = async () => (await place.api.look()).requests.some(({ status }) => status === 429);
  while (!(await refused())) await Bun.sleep(10);
  const begin = performance.now();
  await place.tell({ recipients: [{ id: amina.id, account: 'amina', message: 'beside' }] });
  while ((await place.textsOf(CHAT)).length === 0) await Bun.sleep(10);
  expect(performance.now() - begin).toBeLessThan((waiting * 1_000) / 2);
  await sent;
  sending.idleMs = idle;
  expect(await place.textsOf(GROUP)).toEqual([]);
  place.t.clock.set(new Date(place.t.clock.now() + waiting * 1_000));
  await place.turn();
  expect(await place.textsOf(GROUP)).toHaveLength(1);
});
