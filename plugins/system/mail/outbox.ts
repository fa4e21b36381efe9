import { createHash } from 'node:crypto';
import { defineError, errors } from '@waypost/contract';
import {
  type MailLetter,
  newId,
  newRow,
  type PluginContext,
  perPlugin,
  type ServicePerPlugin,
  type Stored,
  type SystemMail,
} from '@waypost/sdk';
import { z } from 'zod';
import { letter } from '../screens/mail_config/resource.ts';
import { isMailOn, type ReadSystemSettings } from '../settings.ts';

export const mailOff = defineError({ code: 'mail_off', status: 409 });
export const mailQueueFull = defineError({ code: 'mail_queue_full', status: 429, params: ['limit'] });

/** Letters that wait at once: a server that is away for a day does not fill the store. */
export const MOST_WAITING = 1_000;
/** Job that sends what waits. */
export const SEND_MAIL = 'send_mail';
/** Hex digits of an id. */
const ID_LENGTH = 24;

const zLetter = z.strictObject({
  to: z.email().max(200),
  subject: z.string().min(1).max(300),
  text: z.string().min(1).max(10_000),
  occasion: z.string().min(1).max(300),
}) satisfies z.ZodType<MailLetter>;

type Kind = Stored<typeof letter>['kind'];

/** Puts letters into the queue. */
export interface Outbox {
  /** Errors: `mail_off` 409, `mail_queue_full` 429. @returns false: it was written for this occasion before */
  write(given: MailLetter & { kind: Kind }): Promise<boolean>;
  /**
   * A one-time link to a new password. It is made as the letter goes out: no store and no backup ever holds it.
   * Errors: as of `write`.
   */
  writePasswordLink(given: { account: string; to: string; subject: string }): Promise<void>;
}

export function openOutbox(context: PluginContext, readSettings: ReadSystemSettings): Outbox {
  const model = context.model(letter);

  async function put(fields: Partial<Stored<typeof letter>>, id: string): Promise<boolean> {
    if (!isMailOn(await readSettings())) throw mailOff.create();
    if ((await model.countDocuments({ state: 'waiting' })) >= MOST_WAITING)
      throw mailQueueFull.create({ limit: MOST_WAITING });
    const whole = { ...fields, next_time: context.clock.date() };
    const { _id, ...row } = newRow(context, letter, whole, { _id: id });
    const { upsertedCount } = await model.updateOne(
      { _id },
      { $setOnInsert: row },
      {
        upsert: true,
      },
    );
    if (upsertedCount > 0) await context.jobs.now(SEND_MAIL);
    return upsertedCount > 0;
  }

  return {
    write: ({ kind, to, subject, text, occasion }) =>
      put({ kind, to, subject, body: JSON.stringify({ text }) }, idOf(occasion, to)),
    writePasswordLink: async ({ account, to, subject }) => {
      await put({ kind: 'password_link', to, subject, account }, newId(context));
    },
  };
}

/** What other plugins get of it: letters of their own, never in another's name. */
export function systemMail(outbox: Outbox, readSettings: ReadSystemSettings): ServicePerPlugin<SystemMail> {
  return perPlugin((plugin) => ({
    isOn: async () => isMailOn(await readSettings()),
    locale: async () => (await readSettings()).mail_language,
    async send(given) {
      const checked = zLetter.safeParse(given);
      if (!checked.success) throw errors.invalidInput.create({}, { cause: checked.error });
      // The operator's word: alerts stay in the inboxes.
      if (plugin === 'system' && !(await readSettings()).mail_alerts) return false;
      return outbox.write({
        ...checked.data,
        occasion: `${plugin} ${checked.data.occasion}`,
        kind: plugin === 'system' ? 'alert' : 'answer',
      });
    },
  }));
}

const idOf = (occasion: string, to: string) =>
  createHash('sha256').update(`${occasion} ${to}`).digest('hex').slice(0, ID_LENGTH);
