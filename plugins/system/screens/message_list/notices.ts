import { createHash } from 'node:crypto';
import { NotifyStatus, YesNo } from '@waypost/contract';
import { newRow, type PluginContext, type SignedRequest } from '@waypost/sdk';
import type { z } from 'zod';
import { administrator } from '../administrators/resource.ts';
import { message, type zNotice } from './resource.ts';
import { type Recipient, tellChannels } from './tell-channels.ts';

type Notice = z.infer<typeof zNotice>;
/** A message of the platform before it is in an inbox. */
export interface WrittenNotice {
  /** What its reader's language says it with. */
  notice: Notice;
  written: { title: string; content: string; occasion: string };
}
/** Hex digits of an id. */
const ID_LENGTH = 24;
const ROLES = ['super', 'administrator'] as const;

/**
 * Writes a message of the platform into the inbox of each administrator, once for each occasion, whichever and however
 * many processes say it.
 * @param written.title and content: without words of a language, for searches and for other channels
 */
export async function tellAdministrators(
  context: PluginContext,
  notice: Notice,
  written: WrittenNotice['written'],
): Promise<void> {
  const { title, content } = written;
  const model = context.model(message);
  const told: Recipient[] = [];
  for (const person of await administratorsOf(context)) {
    const { _id, ...row } = newRow(
      context,
      message,
      { ...unread({ title, content }, context.clock.date()), notice },
      { _id: idOf(person.id, written.occasion), owner: person.id },
    );
    const { upsertedCount } = await model.updateOne({ _id } as never, { $setOnInsert: row } as never, {
      upsert: true,
    });
    if (upsertedCount > 0) told.push(person);
  }
  if (told.length > 0) void tellChannels(context, { title, content }, told);
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

async function administratorsOf(context: PluginContext): Promise<Recipient[]> {
  const roles = await Promise.all(ROLES.map((role) => context.identity.roleId(role)));
  const found = await context
    .model(administrator)
    .find({ remove_time: null, disabled: YesNo.no, role: { $in: roles } } as never, { _id: 1, account: 1 })
    .lean<{ _id: string; account: string }[]>();
  return found.map(({ _id, account }) => ({ id: String(_id), account }));
}

function idOf(owner: string, occasion: string): string {
  return createHash('sha256').update(`${owner} ${occasion}`).digest('hex').slice(0, ID_LENGTH);
}

/** A message as its reader reads it. */
export function inWords<R extends { title: string; content: string; notice?: Notice | undefined }>(
  row: R,
  { translate }: Pick<SignedRequest, 'translate'>,
): R {
  const { notice } = row;
  if (notice === undefined) return row;
  const text = (part: 'title' | 'content') =>
    translate(`system.message.notice.${notice.kind}.${part}`, notice.params);
  return { ...row, title: text('title'), content: text('content'), notice: undefined };
}
