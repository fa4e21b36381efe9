import { newId, type PluginContext, type Stored } from '@waypost/sdk';
import type { OutgoingLetter, SendLetter, SendResult } from '@waypost/sdk/platform';
import { letter } from '../screens/mail_config/resource.ts';
import { isMailOn, type ReadSystemSettings, type SystemSettings, smtpServerOf } from '../settings.ts';
import { letterText } from './letter-words.ts';
import { SEND_MAIL } from './outbox.ts';

/** Tries until a letter is given up: with the pauses below, about twenty hours. */
export const MOST_ATTEMPTS = 12;
const MINUTE_MS = 60_000;
/** Longest pause between two tries. RFC 5321, 4.5.4.1 asks for tries over days; a password link lives for one. */
const LONGEST_PAUSE_MS = 6 * 60 * MINUTE_MS;
/** How long a letter is its sender's. Longer than a conversation may last: nobody else begins one meanwhile. */
const CLAIM_MS = 3 * MINUTE_MS;
/** One run of the job: less than the queue lets a job run. */
const RUN_MS = 5 * MINUTE_MS;

type StoredLetter = Stored<typeof letter>;

/** Sends what waits: soon after it was written, and again and again what a server did not take. */
export async function keepSending(
  context: PluginContext,
  readSettings: ReadSystemSettings,
  sendLetter: SendLetter,
): Promise<void> {
  context.jobs.define(SEND_MAIL, (_data, signal) => sendWaiting(context, readSettings, sendLetter, signal));
  await context.jobs.every('1 minute', SEND_MAIL);
}

async function sendWaiting(
  context: PluginContext,
  readSettings: ReadSystemSettings,
  sendLetter: SendLetter,
  signal: AbortSignal,
): Promise<void> {
  const end = context.clock.now() + RUN_MS;
  while (!signal.aborted && context.clock.now() < end) {
    const settings = await readSettings();
    if (!isMailOn(settings)) return;
    const claimed = await claim(context);
    if (claimed === null) return;
    const result = await sendLetter(smtpServerOf(settings), await composed(context, claimed, settings));
    await settle(context, claimed, result);
    // A server that is away is away for the next letter, too.
    if (!result.is_sent && result.is_server) return;
  }
}

/** Takes the letter that is due longest. One whose sender has died is taken when its claim is over. */
async function claim(context: PluginContext): Promise<StoredLetter | null> {
  const now = context.clock.date();
  return await context
    .model(letter)
    .findOneAndUpdate(
      {
        state: 'waiting',
        next_time: { $lte: now },
        $or: [{ claimed_until: null }, { claimed_until: { $lte: now } }],
      },
      {
        $set: { claim: newId(context), claimed_until: new Date(now.getTime() + CLAIM_MS) },
        $inc: { attempts: 1 },
      },
      { sort: { next_time: 1 }, returnDocument: 'after' },
    )
    .lean();
}

/** The letter as it goes out. */
async function composed(
  context: PluginContext,
  { _id, to, subject, kind, body, account }: StoredLetter,
  settings: SystemSettings,
): Promise<OutgoingLetter> {
  const about = { id: String(_id), to, subject, fromName: context.platform.systemTitle };
  if (kind !== 'password_link') return { ...about, text: (JSON.parse(body) as { text: string }).text };
  // One made by an earlier try ends with this: of two letters the later one works.
  const { token, expires_at } = await context.identity.people.passwordLink(account);
  const text = letterText(settings.mail_language, 'system.mail.letter.password_link.text', {
    title: context.platform.systemTitle,
    time: timeIn(settings.mail_language, context.platform.timeZone, expires_at),
  });
  const link = `${context.platform.publicUrl}/#/set_password?token=${token}`;
  return { ...about, text: text ?? '', link };
}

/** Only whoever has the claim still: another sender may have taken a letter over. */
async function settle(context: PluginContext, row: StoredLetter, result: SendResult): Promise<void> {
  const now = context.clock.now();
  const isOver = result.is_sent || result.is_final || row.attempts >= MOST_ATTEMPTS;
  const pause = Math.min(LONGEST_PAUSE_MS, 2 ** (row.attempts - 1) * MINUTE_MS);
  const { answer } = result;
  await context.model(letter).updateOne(
    { _id: row._id, claim: row.claim },
    {
      $set: {
        answer,
        claim: '',
        claimed_until: null,
        update_time: new Date(now),
        ...(isOver
          ? { state: result.is_sent ? 'sent' : 'failed', done_time: new Date(now) }
          : { next_time: new Date(now + pause) }),
        ...(result.is_sent ? { body: '' } : {}),
      },
      $inc: { version: 1 },
    },
  );
  if (isOver && !result.is_sent) context.log.warn({ letter: row._id, answer }, 'a letter was given up');
}

function timeIn(locale: string, timeZone: string, time: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
    new Date(time),
  );
}
