import { type BodyOf, zId, zTime } from '@waypost/contract';
import { newId, newRow, type OperationRun, type PluginContext, type SignedRequest } from '@waypost/sdk';
import { z } from 'zod';
import { administrator } from '../administrators/resource.ts';
import type { sendMessage } from './calls.ts';
import { BATCH, deliverPortion, deliverToFew } from './deliver.ts';
import { chosenRecipients, faultAt, recipientsOf } from './reach.ts';
import { RECIPIENTS, sentMessage, TEXT_RULES, textFields } from './resource.ts';

const SEND_MANY = 'message_send';
/** The kind as operations name it. */
export const SEND_MANY_KIND = `system.${SEND_MANY}`;

const zMany = z.strictObject({
  /** Id of what is sent: a run that is repeated goes on where it was. */
  sent: zId,
  owner: zId,
  to: z.enum(RECIPIENTS),
  to_id: z.string(),
  to_name: z.string(),
  below: zId.nullable(),
  send_time: zTime,
  total: z.int(),
  ...textFields,
});
type Many = z.infer<typeof zMany>;

/** Mounts the long work that a message to many is. */
export function mountSending(context: PluginContext): void {
  context.operations.define(SEND_MANY, { input: zMany, run: (run) => sendToMany(context, run) });
}

/**
 * Writes to one account, a role or everyone: at once to a few, and to many as an operation that its sender can follow and
 * cancel. Errors: 422 at `account`, `role` or `to` where nobody would get it, at a title or text without the other.
 */
export async function send(
  context: PluginContext,
  { to, account, role, ...text }: BodyOf<typeof sendMessage>,
  request: SignedRequest,
): Promise<{ count: number; id: string; operation?: string }> {
  requireWholeTexts(text);
  const chosen = await chosenRecipients(context, { to, account, role }, request);
  const now = context.clock.date();
  const who = recipientsOf({ ...chosen, send_time: now });
  const total = await context.model(administrator).countDocuments(who);
  if (total === 0) throw faultAt(to === 'all' ? 'to' : to, 'error.message.nobody');
  const id = newId(context);
  const many = {
    sent: id,
    owner: request.caller.id,
    total,
    send_time: now.toISOString(),
    ...chosen,
    ...text,
  };
  const started =
    total > BATCH
      ? await context.operations.start(SEND_MANY, { name: text.title, input: many }, request)
      : await deliverToFew(context, rowOf(context, many));
  const after = { to, to_id: chosen.to_id, title: text.title, count: total };
  await context.audit({ type: 'system.message.send', target: id, after, request });
  return { count: total, id, ...(started === undefined ? {} : { operation: started.id }) };
}

/** A portion after the other: neither the people nor their messages are ever in memory as a whole. */
async function sendToMany(
  context: PluginContext,
  { input, signal, progress }: OperationRun<Many>,
): Promise<void> {
  const { _id, ...row } = rowOf(context, input);
  const model = context.model(sentMessage);
  await model.updateOne({ _id }, { $setOnInsert: row }, { upsert: true });
  let done = (await model.findById(_id, { sent_count: 1 }).lean())?.sent_count ?? 0;
  progress(done, Math.max(done, input.total));
  for (;;) {
    signal.throwIfAborted();
    const written = await deliverPortion(context, _id);
    if (written === undefined) return;
    done += written;
    progress(done, Math.max(done, input.total));
  }
}

const rowOf = (context: PluginContext, { sent, owner, send_time, ...fields }: Many) =>
  newRow(context, sentMessage, { ...fields, send_time: new Date(send_time) }, { _id: sent, owner });

function requireWholeTexts(text: Record<string, unknown>): void {
  const broken = TEXT_RULES.find(({ holds }) => !holds(text));
  if (broken) throw faultAt(broken.path, broken.messageKey);
}
