import { z } from 'zod';
import { readHtml, readMarkdown } from './read-marks.ts';
import { type Answer, bad, type FakeBot, good, nowOf, type World } from './world.ts';

type Method = (call: {
  world: World;
  token: string;
  bot: FakeBot;
  body: unknown;
}) => Answer | Promise<Answer>;

const MOST_LETTERS = 4_096;
const MOST_CAPTION = 1_024;
const SECOND_MS = 1_000;

const MOST_DATA = 64;
const zKeyboard = z.preprocess(
  (given) => (typeof given === 'string' ? JSON.parse(given) : given),
  z.object({
    inline_keyboard: z.array(
      z.array(
        z.object({
          text: z.string().min(1),
          callback_data: z.string().refine((data) => Buffer.byteLength(data) <= MOST_DATA),
        }),
      ),
    ),
  }),
);
const zPhoto = z.looseObject({ caption: z.string(), photo: z.int().positive() });
const zAnswered = z.looseObject({ callback_query_id: z.string(), text: z.string().default('') });

const zSend = z.looseObject({
  chat_id: z.union([z.int(), z.string()]).transform(String),
  text: z.string(),
  parse_mode: z.enum(['HTML', 'MarkdownV2']).optional(),
  reply_markup: zKeyboard.optional(),
});
const zWebhook = z.looseObject({
  url: z.string(),
  secret_token: z.string().default(''),
  allowed_updates: z.array(z.string()).optional(),
});
const zUpdates = z.looseObject({ offset: z.int().optional(), timeout: z.int().default(0) });
const zCommands = z.looseObject({
  commands: z.array(
    z.object({ command: z.string().regex(/^[a-z0-9_]{1,32}$/), description: z.string().min(1) }),
  ),
  language_code: z.string().default(''),
});

/** Methods of the Bot API as Telegram answers them, as far as a bot of ours asks. */
export const METHODS: Readonly<Record<string, Method>> = {
  getme: ({ bot: { id, username, first_name } }) =>
    good({ id, is_bot: true, first_name, username, can_join_groups: true }),
  setwebhook({ world, bot, body }) {
    const { url, secret_token, allowed_updates: allowed } = zWebhook.parse(body);
    if (url === '') bot.webhook = undefined;
    else if (!/^https:/.test(url) && !world.isLocal)
      return bad(400, 'Bad Request: bad webhook: HTTPS url must be provided for webhook');
    else if (!/^[A-Za-z0-9_-]{0,256}$/.test(secret_token))
      return bad(400, 'Bad Request: secret token contains unallowed characters');
    else {
      bot.webhook = { url, secret: secret_token, ...(allowed === undefined ? {} : { allowed }) };
      bot.poll?.end(webhookActive());
    }
    return good(true);
  },
  deletewebhook({ bot }) {
    bot.webhook = undefined;
    return good(true);
  },
  getwebhookinfo: ({ bot: { webhook, updates } }) =>
    good({
      url: webhook?.url ?? '',
      has_custom_certificate: false,
      pending_update_count: updates.length,
      ...(webhook?.allowed === undefined ? {} : { allowed_updates: webhook.allowed }),
      ...(webhook?.last_error_date === undefined
        ? {}
        : { last_error_date: webhook.last_error_date, last_error_message: webhook.last_error_message }),
    }),
  setmycommands({ bot, body }) {
    const { commands, language_code } = zCommands.parse(body);
    bot.commands.set(language_code, commands);
    return good(true);
  },
  getupdates: async ({ bot, body }) => {
    const { offset, timeout } = zUpdates.parse(body);
    if (bot.webhook !== undefined) return webhookActive();
    bot.poll?.end(
      bad(
        409,
        'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
      ),
    );
    if (offset !== undefined) bot.updates = bot.updates.filter(({ update_id }) => update_id >= offset);
    if (bot.updates.length > 0 || timeout === 0) return good(bot.updates.slice(0, 100));
    return waitForUpdates(bot, timeout * SECOND_MS);
  },
  sendmessage: ({ world, token, body }) => send(world, token, body),
  sendphoto({ world, token, body }) {
    const read = zPhoto.safeParse(body);
    if (!read.success) return bad(400, 'Bad Request: there is no photo in the request');
    const { caption, photo, ...rest } = read.data;
    if (caption.length > MOST_CAPTION) return bad(400, 'Bad Request: message caption is too long');
    return send(world, token, { ...rest, text: caption }, photo);
  },
  answercallbackquery({ world, body }) {
    const { callback_query_id: id, text } = zAnswered.parse(body);
    if (!world.presses.has(id))
      return bad(400, 'Bad Request: query is too old and response timeout expired or query ID is invalid');
    world.answered.push({ id, text });
    return good(true);
  },
};

const webhookActive = () =>
  bad(
    409,
    "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
  );

function waitForUpdates(bot: FakeBot, milliseconds: number): Promise<Answer> {
  return new Promise((resolve) => {
    const poll = {
      end(answer: Answer) {
        clearTimeout(timer);
        if (bot.poll === poll) bot.poll = undefined;
        resolve(answer);
      },
    };
    const timer = setTimeout(() => poll.end(good([])), milliseconds);
    bot.poll = poll;
  });
}

function send(world: World, token: string, body: unknown, photo = 0): Answer {
  const fault = world.faults.shift();
  if (fault !== undefined) {
    const { status, description, retry_after } = fault;
    return bad(status, description, retry_after === undefined ? undefined : { retry_after });
  }
  const read = zSend.safeParse(body);
  if (!read.success) return bad(400, 'Bad Request: parameters are wrong');
  const { chat_id, text, parse_mode, reply_markup } = read.data;
  const chat = world.chats.get(chat_id);
  if (chat === undefined) return bad(400, 'Bad Request: chat not found');
  if (chat === 'blocked') return bad(403, 'Forbidden: bot was blocked by the user');
  if (chat === 'gone') return bad(403, 'Forbidden: user is deactivated');
  const marked =
    parse_mode === 'HTML' ? readHtml(text) : parse_mode === 'MarkdownV2' ? readMarkdown(text) : { text };
  if ('fault' in marked) return bad(400, marked.fault);
  if (marked.text.trim() === '') return bad(400, 'Bad Request: message text is empty');
  if (marked.text.length > MOST_LETTERS) return bad(400, 'Bad Request: message is too long');
  const wait = waitFor(world, chat_id);
  if (wait > 0) return bad(429, `Too Many Requests: retry after ${wait}`, { retry_after: wait });
  const time = nowOf(world);
  const buttons = (reply_markup?.inline_keyboard ?? [])
    .flat()
    .map(({ text: name, callback_data: data }) => ({ text: name, data }));
  world.sent.push({ token, chat_id, text, parse_mode, buttons, photo, time });
  return good({
    message_id: world.sent.length,
    date: Math.floor(time / SECOND_MS),
    chat: { id: chat_id },
    text,
  });
}

/** Seconds that a bot that writes too much has to wait; 0: it may write. */
function waitFor(world: World, chat: string): number {
  const { sent, limits } = world;
  const since = nowOf(world) - SECOND_MS;
  let all = 0;
  let inChat = 0;
  for (let at = sent.length - 1; at >= 0; at -= 1) {
    const one = sent[at];
    if (one === undefined || one.time <= since) break;
    all += 1;
    if (one.chat_id === chat) inChat += 1;
  }
  return all >= limits.perSecond || inChat >= limits.perChat ? 1 : 0;
}
