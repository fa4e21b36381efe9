import { createHash } from 'node:crypto';
import { type BodyOf, errors, normaliseAccount, zId } from '@waypost/contract';
import {
  newId,
  newRow,
  type OperationRun,
  type PluginContext,
  type Session,
  type SignedRequest,
} from '@waypost/sdk';
import { z } from 'zod';
import { administrator } from '../administrators/resource.ts';
import type { sendMessage } from './calls.ts';
import { unread } from './notices.ts';
import { message } from './resource.ts';
import { type Recipient, tellChannels } from './tell-channels.ts';

/** Rows written at once; what goes to more people than that is long work of its own. */
export const BATCH = 500;
const SEND_MANY = 'message_send';
/** Hex digits of an id. */
const ID_LENGTH = 24;

const zMany = z.strictObject({
  /** Rows are named after it: what is repeated after an interruption writes to nobody twice. */
  sending: zId,
  title: z.string(),
  content: z.string(),
  /** Of whom it goes to; null: everyone. */
  role: zId.nullable(),
});

/** Mounts the long work that a message to many is. */
export function mountSending(context: PluginContext): void {
  context.operations.define(SEND_MANY, { input: zMany, run: (run) => writeToMany(context, run) });
}

/**
 * Writes to one account, a role or everyone: at once to a few, and to many as an operation that its sender can follow and
 * cancel. Errors: 422 at `account`, `role` or `to` where nobody would get it.
 */
export async function send(
  context: PluginContext,
  { title, content, ...sending }: BodyOf<typeof sendMessage>,
  request: SignedRequest,
): Promise<{ count: number; operation?: string }> {
  const { filter, role } = await recipientsOf(context, sending);
  const count = await context.model(administrator).countDocuments(filter);
  if (count === 0) {
    const key = sending.to === 'account' ? 'error.message.no_account' : 'error.message.nobody';
    const path = sending.to === 'all' ? 'to' : sending.to;
    throw errors.invalidInput.create({}, { errors: [{ path, message: key }] });
  }
  const many = { sending: newId(context), title, content, role };
  const started =
    count > BATCH
      ? await context.operations.start(SEND_MANY, { name: title, input: many }, request)
      : await writeToFew(context, { title, content }, filter);
  await context.audit({ type: 'system.message.send', after: { ...sending, title, count }, request });
  return { count, ...(started === undefined ? {} : { operation: started.id }) };
}

async function writeToFew(
  context: PluginContext,
  text: { title: string; content: string },
  filter: object,
): Promise<undefined> {
  const people = await peopleOf(context, filter);
  const fields = unread(text, context.clock.date());
  const rows = people.map(({ id }) => newRow(context, message, fields, { owner: id }));
  await context.transaction(async (session: Session) => {
    await context.model(message).insertMany(rows as never, { session });
  });
  void tellChannels(context, text, people);
}

/** A portion after the other, by id: neither the people nor their messages are ever in memory as a whole. */
async function writeToMany(
  context: PluginContext,
  { input: { sending, role, ...text }, signal, progress }: OperationRun<z.infer<typeof zMany>>,
): Promise<void> {
  const model = context.model(message);
  const filter = { remove_time: null, ...(role === null ? {} : { role }) };
  const total = await context.model(administrator).countDocuments(filter as never);
  const fields = unread(text, context.clock.date());
  let last = '';
  for (let done = 0; ; ) {
    signal.throwIfAborted();
    const people = await peopleOf(context, { ...filter, _id: { $gt: last } });
    if (people.length === 0) return;
    last = people.at(-1)?.id ?? last;
    const rows = people.map(({ id }) =>
      newRow(context, message, fields, { _id: idOf(sending, id), owner: id }),
    );
    const ids = rows.map(({ _id }) => _id);
    const there = await model.find({ _id: { $in: ids } } as never, { _id: 1 }).lean();
    const known = new Set(there.map(({ _id }) => String(_id)));
    const fresh = rows.filter(({ _id }) => !known.has(_id));
    if (fresh.length > 0) await model.insertMany(fresh as never);
    await tellChannels(
      context,
      text,
      people.filter(({ id }) => !known.has(idOf(sending, id))),
    );
    done += people.length;
    progress(done, Math.max(done, total));
  }
}

async function recipientsOf(
  context: PluginContext,
  { to, account, role }: Omit<BodyOf<typeof sendMessage>, 'title' | 'content'>,
) {
  if (to === 'account')
    return { role: null, filter: { remove_time: null, account: normaliseAccount(account ?? '') } as never };
  if (to === 'all') return { role: null, filter: { remove_time: null } as never };
  const found = (await context.identity.roles()).find(({ key }) => key === role)?.id ?? '';
  return { role: found, filter: { remove_time: null, role: found } as never };
}

/** The next portion of them. */
async function peopleOf(context: PluginContext, filter: object): Promise<Recipient[]> {
  const found = await context
    .model(administrator)
    .find(filter as never, { _id: 1, account: 1 })
    .sort({ _id: 1 })
    .limit(BATCH)
    .lean<{ _id: string; account: string }[]>();
  return found.map(({ _id, account }) => ({ id: String(_id), account }));
}

const idOf = (sending: string, account: string) =>
  createHash('sha256').update(`${sending} ${account}`).digest('hex').slice(0, ID_LENGTH);
