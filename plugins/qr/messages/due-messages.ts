import { AppError, errors } from '@waypost/contract';
import {
  type CollectionDeclaration,
  newId,
  type PluginContext,
  type Session,
  SITE_MESSAGES,
  type SiteMessage,
  type SiteMessages,
} from '@waypost/sdk';

/** A message that was decided on together with a change, until it is in the inboxes. */
interface DueMessage {
  _id: string;
  /** JSON of a `SiteMessage` without its occasion, which is the row itself. */
  message: string;
  time: Date;
}
export type PromisedMessage = Omit<SiteMessage, 'occasion'>;

const COLLECTION: CollectionDeclaration<DueMessage> = {
  name: 'message_due',
  onUninstall: 'drop',
  fields: { _id: String, message: String, time: Date },
  indexes: [{ keys: { time: 1 } }],
};
/** Name of the job that delivers what nobody has delivered at once. */
const DELIVER = 'deliver_messages';
/** Delivered in one run. */
const BATCH = 200;

const dueMessages = (context: PluginContext) => context.collection(COLLECTION);

/** Delivers again and again what could not be delivered at once: the inboxes were away, or told enough for a while. */
export async function keepDueMessages(context: PluginContext): Promise<void> {
  dueMessages(context);
  context.jobs.define(DELIVER, () => deliverMessages(context));
  await context.jobs.every('1 minute', DELIVER);
}

/** Writes a message down in the transaction of the change that it tells of: told if the change is made, and only then. */
export async function promiseMessage(
  context: PluginContext,
  message: PromisedMessage,
  session: Session,
): Promise<void> {
  const row = { _id: newId(context), message: JSON.stringify(message), time: context.clock.date() };
  await dueMessages(context).create([row], { session });
}

/** Delivers what is due, after the change: whoever made it does not wait for a fault of the inboxes, the job goes on. */
export async function deliverSoon(context: PluginContext): Promise<void> {
  try {
    await deliverMessages(context);
  } catch (error) {
    context.log.warn({ error }, 'messages wait to be delivered');
  }
}

/** Each once: the row is the occasion, so that two who deliver it tell it one time. Throws what the inboxes throw. */
async function deliverMessages(context: PluginContext): Promise<void> {
  const messages = context.require<SiteMessages>(SITE_MESSAGES, '^1');
  if (messages === undefined) return;
  const model = dueMessages(context);
  for (const { _id, message } of await model.find({}).sort({ time: 1 }).limit(BATCH).lean()) {
    try {
      await messages.tell({ ...(JSON.parse(message) as PromisedMessage), occasion: String(_id) });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== errors.invalidInput.code) throw error;
      // It would be refused for ever, and hold up those behind it.
      context.log.error({ error, message }, 'a message was refused by the inboxes');
    }
    await model.deleteOne({ _id });
  }
}
