import type { PluginContext } from '@waypost/sdk';
import { SYSTEM_MAIL, type SystemMail } from '@waypost/sdk';
import type { SendLetter } from '@waypost/sdk/platform';
import type { ReadSystemSettings } from '../settings.ts';
import { type Outbox, openOutbox, systemMail } from './outbox.ts';
import { keepSending } from './send-letters.ts';

/** What the pages of people send. */
export interface PersonMail {
  outbox: Outbox;
  locale: SystemMail['locale'];
}

/** The queue of letters, its job, and the service that other plugins send with. */
export async function mountMail(
  context: PluginContext,
  readSettings: ReadSystemSettings,
  sendLetter: SendLetter,
): Promise<PersonMail> {
  const outbox = openOutbox(context, readSettings);
  context.provide(SYSTEM_MAIL, systemMail(outbox, readSettings));
  await keepSending(context, readSettings, sendLetter);
  return { outbox, locale: async () => (await readSettings()).mail_language };
}
