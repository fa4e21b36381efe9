import { createHash } from 'node:crypto';
import { NotifyStatus, YesNo } from '@waypost/contract';
import { newRow, type PluginContext } from '@waypost/sdk';
import { mailAlert } from '../../mail/mail-alert.ts';
import { administrator } from '../administrators/resource.ts';
import { type Notice, textsFor, wordsOf } from './in-words.ts';
import { message } from './resource.ts';
import { hasChannels, type Recipient, type Told, tellChannelsSoon } from './tell-channels.ts';

/** A message of the platform before it is in an inbox. */
export interface WrittenNotice {
  /** What its reader's language says it with. */
  notice: Notice;
  /** `title` and `content`: without words of a language, for searches and for other channels. */
  written: { title: string; content: string; occasion: string };
  /** Screen that it leads to. */
  screen?: string | undefined;
  /** Something that operators have to see to: it also goes to those who have an e-mail address. */
  isAlert?: boolean | undefined;
}
/** Hex digits of an id. */
const ID_LENGTH = 24;
const ROLES = ['super', 'administrator'] as const;

/**
 * Writes a message of the platform into the inbox of each administrator, once for each occasion, whichever and however
 * many processes say it.
 */
export async function tellAdministrators(context: PluginContext, told: WrittenNotice): Promise<void> {
  const roles = await Promise.all(ROLES.map((role) => context.identity.roleId(role)));
  await tellPeople(context, { role: { $in: roles } }, { ...told, isAlert: true });
}

/**
 * The same to every enabled account that a filter finds.
 * @returns how many had not been told of the occasion before
 */
export async function tellPeople(
  context: PluginContext,
  who: Record<string, unknown>,
  { notice, written, screen, isAlert = false }: WrittenNotice,
): Promise<number> {
  const { title, content } = written;
  const model = context.model(message);
  const told: (Person & Told)[] = [];
  const now = context.clock.date();
  const due = (await hasChannels(context)) ? { channels_due: now } : {};
  for (const person of await enabledPeople(context, who)) {
    const { _id, ...row } = newRow(
      context,
      message,
      { ...unread({ title, content }, now), notice, ...(screen ? { screen } : {}), ...due },
      { _id: idOf(person.id, written.occasion), owner: person.id },
    );
    const { upsertedCount } = await model.updateOne(
      { _id },
      { $setOnInsert: row },
      {
        upsert: true,
      },
    );
    if (upsertedCount > 0) told.push({ ...person, message: _id });
  }
  if (told.length > 0) {
    const said = textsFor(context, { title, content, notice });
    const recipients = told.map(({ id, account, message }) => ({ id, account, message }));
    tellChannelsSoon(context, { ...said, words: notice.kind, screen }, recipients);
  }
  if (isAlert)
    await mailAlert(context, { key: wordsOf(notice), params: notice.params, written, screen }, told);
  return told.length;
}

/** A message as it lies in an inbox before anybody has read it. */
export function unread({ title, content }: { title: string; content: string }, now: Date) {
  return {
    title,
    content,
    notify_status: NotifyStatus.unread,
    send_time: now,
    view_time: null,
  };
}

type Person = Recipient & { email: string };

async function enabledPeople(context: PluginContext, who: Record<string, unknown>): Promise<Person[]> {
  const found = await context
    .model(administrator)
    .find({ ...who, remove_time: null, disabled: YesNo.no }, { _id: 1, account: 1, email: 1 })
    .lean();
  return found.map(({ _id, account, email = '' }) => ({ id: String(_id), account, email }));
}

function idOf(owner: string, occasion: string): string {
  return createHash('sha256').update(`${owner} ${occasion}`).digest('hex').slice(0, ID_LENGTH);
}
