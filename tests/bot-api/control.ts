import { z } from 'zod';
import { addUpdate, bringOn } from './deliver-updates.ts';
import { addBot, type FakeBot, type World } from './world.ts';

const zToken = z.object({ token: z.string() });
const zChat = z.object({ token: z.string(), chat: z.int() });

const control = <B extends z.ZodType>(entry: { body: B; run(world: World, body: z.output<B>): unknown }) =>
  entry;

/** What a test may have happen, with what it says to it. */
export const CONTROLS = {
  /** There is a bot with this token from now on. */
  add_bot: control({
    body: zToken.extend({ username: z.string() }),
    run: (world, { token, username }) => void addBot(world, token, username),
  }),
  /** Its token was taken back. */
  revoke: {
    body: zToken,
    run: (world: World, { token }: z.output<typeof zToken>) => void world.bots.delete(token),
  },
  /** Somebody writes to it. Answers the number of the update. */
  write: control({
    body: zChat.extend({
      text: z.string(),
      type: z.string().default('private'),
      first_name: z.string().default('Amina'),
      username: z.string().default('amina_k'),
      language_code: z.string().default('en'),
    }),
    run(world, { token, chat, text, type, ...person }) {
      world.chats.set(String(chat), 'open');
      const from = { id: chat, is_bot: false, ...person };
      return addUpdate(world, botOf(world, token), {
        message: {
          message_id: 1,
          date: Math.floor(Date.now() / 1_000),
          chat: { id: chat, type },
          from,
          text,
        },
      });
    },
  }),
  /** Somebody presses a button below one of its messages. Answers the id of the press. */
  press: control({
    body: zChat.extend({ data: z.string(), type: z.string().default('private') }),
    run(world, { token, chat, data, type }) {
      const id = `press-${world.presses.size + 1}`;
      world.presses.add(id);
      addUpdate(world, botOf(world, token), {
        callback_query: {
          id,
          data,
          chat_instance: '1',
          from: { id: chat, is_bot: false, first_name: 'Amina' },
          message: { message_id: 1, date: 1, chat: { id: chat, type } },
        },
      });
      return id;
    },
  }),
  /** Somebody blocks it; with `isTold` it is told at once, else by the next message that it sends. */
  block: control({
    body: zChat.extend({ isTold: z.boolean().default(true) }),
    run(world, { token, chat, isTold }) {
      world.chats.set(String(chat), 'blocked');
      if (!isTold) return null;
      return addUpdate(world, botOf(world, token), {
        my_chat_member: {
          chat: { id: chat, type: 'private' },
          new_chat_member: { status: 'kicked', user: { id: 1 } },
        },
      });
    },
  }),
  /** Chats that are open without anybody having written. */
  open_chats: control({
    body: z.object({ from: z.int(), count: z.int() }),
    run(world, { from, count }) {
      for (let chat = from; chat < from + count; chat += 1) world.chats.set(String(chat), 'open');
    },
  }),
  /** Brings an update that was brought before, as Telegram does when an answer was lost. */
  repeat: control({
    body: zToken.extend({ update: z.record(z.string(), z.unknown()) }),
    run(world, { token, update }) {
      const bot = botOf(world, token);
      const again = update as FakeBot['updates'][number];
      bot.updates.push(again);
      bringOn(world, bot, again);
    },
  }),
  /** Takes what is on its way to a webhook out of the queue, with the secret that would come along. */
  take_updates: control({
    body: zToken,
    run(world, { token }) {
      const bot = botOf(world, token);
      const updates = bot.updates.splice(0);
      return { updates, secret: bot.webhook?.secret ?? '' };
    },
  }),
  /** Its webhook is as somebody else, or an earlier day, has left it; with what became of the last update that it brought. */
  webhook: control({
    body: zToken.extend({
      url: z.string(),
      secret: z.string(),
      error: z.string().default(''),
      allowed: z.array(z.string()).exactOptional(),
    }),
    run(world, { token, url, secret, error, ...asked }) {
      const last = { last_error_date: Math.floor(Date.now() / 1_000), last_error_message: error };
      botOf(world, token).webhook = { url, secret, ...asked, ...(error === '' ? {} : last) };
    },
  }),
  /** The time that limits and messages go by from now on. */
  clock: control({
    body: z.object({ now: z.number() }),
    run: (world, { now }) => void Object.assign(world, { clock: now }),
  }),
  /** Until then requests hang, are answered by half, or with a status. */
  outage: control({
    body: z.object({
      kind: z.enum(['hangs', 'half', 'status']),
      status: z.int().default(502),
      until: z.number(),
    }),
    run: (world, outage) => void Object.assign(world, { outage }),
  }),
  limits: control({
    body: z.object({ perSecond: z.int(), perChat: z.int() }),
    run: (world, limits) => void Object.assign(world.limits, limits),
  }),
  /** What the next requests to send are answered with. */
  faults: control({
    body: z.object({
      faults: z.array(
        z.object({ status: z.int(), description: z.string(), retry_after: z.int().exactOptional() }),
      ),
    }),
    run: (world, { faults }) => void world.faults.push(...faults),
  }),
  huge: control({
    body: z.object({ times: z.int() }),
    run: (world, { times }) => void Object.assign(world.huge, { times, takenBytes: 0 }),
  }),
  local: control({
    body: z.object({ isLocal: z.boolean() }),
    run: (world, { isLocal }) => void Object.assign(world, { isLocal }),
  }),
  /** What was sent, asked and brought so far. */
  look: control({
    body: z.object({}),
    run: ({ sent, requests, deliveries, answered, bots, huge }) => ({
      sent,
      requests,
      deliveries,
      answered,
      takenBytes: huge.takenBytes,
      bots: Object.fromEntries(
        [...bots].map(([token, { webhook, updates, commands }]) => [
          token,
          { webhook: webhook ?? null, updates: updates.length, languages: [...commands.keys()] },
        ]),
      ),
    }),
  }),
  /** Forgets what was sent. */
  forget: control({
    body: z.object({}),
    run(world) {
      world.sent.length = 0;
      world.requests.length = 0;
      world.answered.length = 0;
    },
  }),
} as const;

function botOf(world: World, token: string): FakeBot {
  const bot = world.bots.get(token);
  if (bot === undefined) throw new Error('there is no bot with this token');
  return bot;
}
