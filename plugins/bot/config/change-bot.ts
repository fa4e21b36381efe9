import { type BodyOf, errors } from '@waypost/contract';
import type { SignedRequest } from '@waypost/sdk';
import type { Bot } from '../bot.ts';
import { SEND_MESSAGES } from '../queue/queue.ts';
import type { botUpdate } from '../screens/telegram_bot_binding/calls.ts';
import { bindingResource } from '../screens/telegram_bot_binding/resource.ts';
import { callError, type TelegramFault } from '../telegram/fault.ts';
import { type Access, openTelegram, type Telegram } from '../telegram/telegram.ts';
import { POLL_UPDATES } from '../updates/poll.ts';
import { type BotConfig, openConfig, readConfig, sealToken, writeConfig } from './config.ts';
import { COMMANDS_TOLD, settleCommands, settleMode } from './webhook.ts';

/** Sets the bot up, or another in its place, while everything goes on. */
export async function changeBot(
  bot: Bot,
  { token: entered, api_root: root, version, mode, ...set }: BodyOf<typeof botUpdate>,
  request: SignedRequest,
): Promise<void> {
  const { context } = bot;
  const before = await readConfig(context);
  if (before.version !== version) throw errors.staleVersion.create();
  const api_root = (root ?? before.api_root).replace(/\/+$/, '');
  if (entered !== '' || api_root !== before.api_root) requireSuper(request);
  const opened = await openConfig(context, before);
  const token = entered || opened?.token;
  if (token === undefined) throw faultAt('token', 'bot.fault.token_missing');
  const telegram = openTelegram(context, { token, api_root });
  const me = await telegram.ask('getMe', undefined).catch((fault: TelegramFault) => {
    if (fault.kind === 'token') throw faultAt('token', 'bot.fault.token_refused');
    throw api_root === before.api_root ? callError(fault) : faultAt('api_root', rootFault(fault));
  });
  const { proof, ...sealed } = await sealToken(context, token);
  await settle(telegram, () => settleMode(context, telegram, { mode, proof }));
  const bot_id = String(me.id);
  const isOther = before.bot_id !== '' && before.bot_id !== bot_id;
  const change: Partial<BotConfig> = {
    ...sealed,
    api_root,
    mode,
    ...set,
    bot_id,
    username: me.username,
    name: me.first_name,
    fault: '',
    fault_text: '',
    fault_time: null,
    offset: isOther ? 0 : before.offset,
    connected_time: context.clock.date(),
    commands: COMMANDS_TOLD,
  };
  await context.transaction(async (session) => {
    if (!(await writeConfig(context, version, change, session))) throw errors.staleVersion.create();
    if (isOther) await endAll(bot, session);
    await context.audit(
      {
        type: 'bot.settings.update',
        before: { title: before.username, mode: before.mode, api_root: before.api_root },
        after: { title: me.username, mode, api_root, ...set },
        request,
      },
      session,
    );
  });
  if (isOther && opened !== undefined) await letGo(bot, opened);
  await context.jobs.now(POLL_UPDATES);
  await context.jobs.now(SEND_MESSAGES);
}

/** Forgets the token; who is bound stays bound for when the same bot comes back. */
export async function removeBot(bot: Bot, version: number, request: SignedRequest): Promise<void> {
  const { context } = bot;
  requireSuper(request);
  const before = await readConfig(context);
  const opened = await openConfig(context, before);
  await context.transaction(async (session) => {
    const change = {
      token: '',
      secret: '',
      fault: '' as const,
      fault_text: '',
      fault_time: null,
      connected_time: null,
    };
    if (!(await writeConfig(context, version, change, session))) throw errors.staleVersion.create();
    await context.audit(
      { type: 'bot.settings.remove', before: { title: before.username }, request },
      session,
    );
  });
  if (opened !== undefined) await letGo(bot, opened);
}

/** Whoever has the token, or has it sent elsewhere, reads what people write and are told. */
function requireSuper({ caller }: SignedRequest): void {
  if (!caller.isSuper) throw errors.forbidden.create({ permission: 'super' });
}

/** Why nothing of Telegram's answers there. */
const rootFault = ({ status, code }: TelegramFault): string =>
  code === 'internet_address_refused'
    ? 'bot.fault.api_root.inner'
    : `bot.fault.api_root.${status === 0 ? 'silent' : 'other'}`;

const faultAt = (path: string, message: string) =>
  errors.invalidInput.create({}, { errors: [{ path, message }] });

/** What Telegram refuses is told to whoever sets the bot up. */
async function settle(telegram: Telegram, mode: () => Promise<void>): Promise<void> {
  try {
    await mode();
    await settleCommands(telegram);
  } catch (fault) {
    throw callError(fault as TelegramFault);
  }
}

/** A chat of another bot is not ours to write to: people bind again. */
async function endAll({ context }: Bot, session: Parameters<typeof writeConfig>[3]): Promise<void> {
  const now = context.clock.date();
  await context.model(bindingResource).updateMany(
    { state: 'bound' },
    {
      $set: { state: 'over', end_reason: 'replaced', end_time: now, update_time: now },
      $unset: { bound_chat: '' },
      $inc: { version: 1 },
    },
    { session, timestamps: false },
  );
}

/** A bot that is not ours any more calls nobody here. */
async function letGo({ context }: Bot, access: Access): Promise<void> {
  try {
    await openTelegram(context, access).ask('deleteWebhook', { drop_pending_updates: false });
  } catch (error) {
    context.log.warn({ error }, 'the webhook of the bot before could not be taken away');
  }
}
