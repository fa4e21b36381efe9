import { type BodyOf, errors, type ResultOf } from '@waypost/contract';
import {
  ACCOUNT_STATES,
  type AccountStates,
  drawQr,
  MESSAGE_KINDS,
  type MessageKind,
  type MessageKinds,
  type PluginContext,
  type SignedRequest,
  timeText,
} from '@waypost/sdk';
import { findBound, type StoredBinding } from '../../binding/bindings.ts';
import { endBinding } from '../../binding/end-binding.ts';
import { links, makeLink } from '../../binding/links.ts';
import type { Bot } from '../../bot.ts';
import { openConfig, readConfig } from '../../config/config.ts';
import { webhookAddress } from '../../config/webhook.ts';
import { botMessage } from '../../queue/message-resource.ts';
import { botErrors, type TelegramFault } from '../../telegram/fault.ts';
import { titled } from '../../telegram/html.ts';
import { openTelegram } from '../../telegram/telegram.ts';
import { say } from '../../words.ts';
import {
  type botDetails,
  type chooseKinds,
  makeLinkCall,
  type ownBinding,
  type testMessage,
} from './calls.ts';
import { bindingResource } from './resource.ts';

/** Kinds of messages that somebody may be told of now, the rest of each plugin behind its own; none where nobody tells. */
async function kindsOf(context: PluginContext, { caller }: SignedRequest): Promise<MessageKind[]> {
  const kinds = (await context.require<MessageKinds>(MESSAGE_KINDS, '^1.1')?.list()) ?? [];
  const plugin = ({ name }: MessageKind) => name.split('.', 1)[0];
  const isRest = ({ name }: MessageKind) => name.endsWith('.messages');
  return kinds
    .filter(
      ({ permission }) => permission === undefined || caller.isSuper || caller.permissions.has(permission),
    )
    .sort((one, other) => (plugin(one) === plugin(other) ? Number(isRest(one)) - Number(isRest(other)) : 0));
}

const MINUTES = 60;
const clockText = (minute: number) =>
  timeText({ hour: Math.floor(minute / MINUTES), minute: minute % MINUTES });
const minuteOf = (clock: string) => Number(clock.slice(0, 2)) * MINUTES + Number(clock.slice(3));

const quietOf = ({
  quiet_from = null,
  quiet_to = null,
  time_zone,
}: Pick<StoredBinding, 'quiet_from' | 'quiet_to' | 'time_zone'>) =>
  quiet_from === null || quiet_to === null
    ? null
    : { quiet_from: clockText(quiet_from), quiet_to: clockText(quiet_to), time_zone };

/** What somebody's own page shows. */
export async function describeOwn(
  { context }: Bot,
  request: SignedRequest,
): Promise<ResultOf<typeof ownBinding>> {
  const { caller, translate } = request;
  const [config, row, link, kinds] = await Promise.all([
    readConfig(context),
    context.model(bindingResource).findOne({ owner: caller.id }).lean(),
    links(context).findById(caller.id).lean(),
    kindsOf(context, request),
  ]);
  const isOver = link !== null && link.expires_at <= context.clock.date();
  return {
    bot: config.token === '' ? null : { username: config.username, name: config.name },
    binding:
      row === null
        ? null
        : {
            id: String(row._id),
            first_name: row.first_name,
            username: row.username,
            bind_time: row.bind_time.toISOString(),
            is_bound: row.state === 'bound',
            end_reason: row.end_reason,
            end_time: row.end_time?.toISOString() ?? null,
            locale: row.locale,
            may_switch: row.may_switch ?? false,
            quiet: quietOf(row),
          },
    link:
      link === null
        ? null
        : {
            state: link.used_time === null ? (isOver ? 'over' : 'waiting') : 'used',
            expires_at: link.expires_at.toISOString(),
            refused_time: link.refused_time?.toISOString() ?? null,
          },
    kinds: kinds.map(({ name, title }) => ({
      name,
      title: translate(title),
      is_on: !row?.muted.includes(name),
    })),
    time_zone: context.platform.timeZone,
    is_password_on: config.is_password_on,
  };
}

/**
 * Whoever has the chat can have a new password sent there: a link to it is made by the person alone.
 * Errors: `bot_off` 409, `bot_bound` 409; `forbidden` 403 for keys; `invalid_input` 422 at `old_password`, `locked_out` 429.
 */
export async function makeOwnLink(
  { context }: Bot,
  { old_password }: BodyOf<typeof makeLinkCall>,
  request: SignedRequest,
): Promise<ResultOf<typeof makeLinkCall>> {
  const { caller, locale } = request;
  if (caller.via === 'api_key') throw errors.forbidden.create({ permission: 'bot.binding:create' });
  const { token: sealed, username } = await readConfig(context);
  if (sealed === '') throw botErrors.off.create();
  const { area, call } = makeLinkCall;
  const password = await context.unseal(old_password, { area, call, field: 'old_password' });
  await context.identity.requireOldPassword(password, request);
  if ((await findBound(context, { owner: caller.id })) !== undefined) throw botErrors.bound.create();
  const { token, expires_at } = await makeLink(context, { account: caller.id, locale });
  const link = `https://t.me/${username}?start=${token}`;
  return { link, picture: await drawQr(link), expires_at: expires_at.toISOString() };
}

/** Errors: `not_found` 404 for what is not theirs to end. */
export async function unbind(bot: Bot, id: string, request: SignedRequest): Promise<void> {
  const { caller } = request;
  const seesAll = caller.isSuper || caller.permissions.has('bot.binding:read_all');
  const found = await bot.context
    .model(bindingResource)
    .findOne({ _id: id, ...(seesAll ? {} : { owner: caller.id }) })
    .lean();
  if (found === null) throw errors.notFound.create();
  const owner = String(found.owner);
  await endBinding(bot, { owner, reason: owner === caller.id ? 'self' : 'operator', request });
}

/** Errors: `bot_not_bound` 409. */
export async function choose(
  { context, queue }: Bot,
  { locale, kinds, may_switch, is_quiet, quiet_from, quiet_to, time_zone }: BodyOf<typeof chooseKinds>,
  request: SignedRequest,
): Promise<void> {
  const binding = await requireOwn(context, request.caller.id);
  const known = (await kindsOf(context, request)).map(({ name }) => name);
  // What was chosen of plugins that are off just now holds when they are back.
  const muted = [
    ...binding.muted.filter((name) => !known.includes(name)),
    ...known.filter((name) => !kinds.includes(name)),
  ];
  const hours = is_quiet
    ? { quiet_from: minuteOf(quiet_from), quiet_to: minuteOf(quiet_to), time_zone }
    : { quiet_from: null, quiet_to: null };
  const change = {
    locale,
    muted,
    ...(may_switch === undefined ? {} : { may_switch }),
    ...(is_quiet === undefined ? {} : hours),
  };
  await context
    .model(bindingResource)
    .updateOne({ _id: binding._id }, { $set: change, $inc: { version: 1 } });
  if (is_quiet === undefined) return;
  // What is held by the hours of before is looked at by the new ones.
  const held = { person: binding.owner, kind: 'alert', state: 'waiting', claim: '' } as const;
  const next_time = context.clock.date();
  await context.model(botMessage).updateMany(held, { $set: { next_time } });
  await queue.wake();
}

/** Errors: `bot_off` 409, `bot_not_bound` 409. */
export async function sendTest(bot: Bot, { caller }: SignedRequest): Promise<ResultOf<typeof testMessage>> {
  const { context } = bot;
  const opened = await openConfig(context, await readConfig(context));
  if (opened === undefined) throw botErrors.off.create();
  const { chat_id, locale } = await requireOwn(context, caller.id);
  const text = titled({ title: context.platform.systemTitle, content: say(locale, 'test') });
  try {
    await openTelegram(context, opened).ask('sendMessage', { chat_id, text, parse_mode: 'HTML' });
    return { is_sent: true, answer: '' };
  } catch (thrown) {
    const { status, description } = thrown as TelegramFault;
    if (status === 403) await endBinding(bot, { chat: chat_id, reason: 'blocked' });
    return { is_sent: false, answer: description };
  }
}

async function requireOwn(context: PluginContext, owner: string): Promise<StoredBinding> {
  const found = await findBound(context, { owner });
  if (found === undefined) throw botErrors.notBound.create();
  return found;
}

/** What operators see of the bot. */
export async function describeBot(
  { context }: Bot,
  { caller }: SignedRequest,
): Promise<ResultOf<typeof botDetails>> {
  const { token, secret, bot_id, offset, ...config } = await readConfig(context);
  const { fault_time, heard_time, update_time, connected_time, last_fault_time } = config;
  const [bound, waiting] = await Promise.all([
    context.model(bindingResource).countDocuments({ state: 'bound' }),
    context.model(botMessage).countDocuments({ state: 'waiting' }),
  ]);
  return {
    ...config,
    has_token: token !== '',
    webhook: webhookAddress(context),
    bound,
    waiting,
    may_lead_out: caller.isSuper,
    fault_time: fault_time?.toISOString() ?? null,
    heard_time: heard_time?.toISOString() ?? null,
    update_time: update_time?.toISOString() ?? null,
    connected_time: connected_time?.toISOString() ?? null,
    last_fault_time: last_fault_time?.toISOString() ?? null,
  };
}

/** Joins whose account each binding is of, with the name that it has. */
export async function withPeople<R extends { owner?: string }>(
  context: PluginContext,
  rows: R[],
): Promise<(R & { account: string; nickname: string })[]> {
  const states = context.require<AccountStates>(ACCOUNT_STATES, '^1.6');
  const found = (await states?.contacts(rows.map(({ owner = '' }) => owner))) ?? {};
  return rows.map((row) => {
    const { account = '', name = '' } = found[row.owner ?? ''] ?? {};
    return { ...row, account, nickname: name };
  });
}
