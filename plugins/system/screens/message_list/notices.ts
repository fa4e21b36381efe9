import { createHash } from 'node:crypto';
import { NotifyStatus, YesNo } from '@waypost/contract';
import { newRow, type PluginContext, type SignedRequest } from '@waypost/sdk';
import type { z } from 'zod';
import { mailAlert } from '../../mail/mail-alert.ts';
import { administrator } from '../administrators/resource.ts';
import { message, type zNotice } from './resource.ts';
import { type Recipient, tellChannels } from './tell-channels.ts';

type Notice = z.infer<typeof zNotice>;
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
  const told: Person[] = [];
  for (const person of await enabledPeople(context, who)) {
    const { _id, ...row } = newRow(
      context,
      message,
      { ...unread({ title, content }, context.clock.date()), notice, ...(screen ? { screen } : {}) },
      { _id: idOf(person.id, written.occasion), owner: person.id },
    );
    const { upsertedCount } = await model.updateOne({ _id } as never, { $setOnInsert: row } as never, {
      upsert: true,
    });
    if (upsertedCount > 0) told.push(person);
  }
  if (told.length > 0) void tellChannels(context, { title, content }, told);
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
    .find({ ...who, remove_time: null, disabled: YesNo.no } as never, { _id: 1, account: 1, email: 1 })
    .lean<{ _id: string; account: string; email?: string }[]>();
  return found.map(({ _id, account, email = '' }) => ({ id: String(_id), account, email }));
}

function idOf(owner: string, occasion: string): string {
  return createHash('sha256').update(`${owner} ${occasion}`).digest('hex').slice(0, ID_LENGTH);
}

/** A message as its reader reads it. Where the plugin that it came from is off, nobody has its words: what was written. */
export function inWords<R extends { title: string; content: string; notice?: Notice | undefined }>(
  row: R,
  { translate }: Pick<SignedRequest, 'translate'>,
): R {
  const { notice } = row;
  if (notice === undefined) return row;
  const text = (part: 'title' | 'content') => {
    const key = `${wordsOf(notice)}.${part}`;
    const found = translate(key, notice.params);
    return found === key ? row[part] : found;
  };
  return { ...row, title: text('title'), content: text('content'), notice: undefined };
}

/** Plugins name their words in full; those of the platform stand under one key. */
const wordsOf = ({ kind }: Notice) => (kind.includes('.') ? kind : `system.message.notice.${kind}`);
