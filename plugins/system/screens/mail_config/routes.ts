import { errors } from '@waypost/contract';
import { newId } from '@waypost/sdk';
import type { PlatformContext, PluginSettingsView } from '@waypost/sdk/platform';
import { letterText } from '../../mail/letter-words.ts';
import { mailOff, SEND_MAIL } from '../../mail/outbox.ts';
import { isMailOn, type ReadSystemSettings, smtpServerOf } from '../../settings.ts';
import { ownSettings, requireOwn } from '../plugins/own-settings.ts';
import { settingTexts } from '../plugins/setting-texts.ts';
import { MAIL, mailChangeSettings, mailSettings, mailTest } from './calls.ts';
import { letter } from './resource.ts';

/** Somebody waits for it, milliseconds. */
const TEST_LIMIT_MS = 25_000;
const PREFIX = 'mail_';

/** Mounts the screen that says where e-mail goes out, and the list of what went. */
export function mountMailConfig(context: PlatformContext, readSettings: ReadSystemSettings): void {
  const { plugins } = context;
  context.menu({ route: 'mail_config', parent: 'services', sort: 47, icon: 'email' }, MAIL, [
    'system.mail:read',
    'system.mail:retry',
  ]);
  context.resource(letter, {
    actions: {
      async retry({ id }) {
        const { matchedCount } = await context.model(letter).updateOne(
          { _id: id, state: 'failed', $or: [{ body: { $ne: '' } }, { account: { $ne: '' } }] },
          {
            $set: { state: 'waiting', attempts: 0, done_time: null, next_time: context.clock.date() },
            $inc: { version: 1 },
          },
        );
        if (matchedCount === 0) throw errors.notFound.create();
        await context.jobs.now(SEND_MAIL);
      },
    },
  });
  const shown = (view: PluginSettingsView, translate: (key: string) => string) => {
    const own = ownSettings(view, PREFIX);
    return { ...own, texts: settingTexts('system', own, translate) };
  };
  context.call(mailSettings, async (_body, { translate }) => {
    const view = await plugins.settings('system');
    return view && shown(view, translate);
  });
  context.call(mailChangeSettings, async ({ version, change }, request) => {
    requireOwn(change, PREFIX);
    return shown(await plugins.changeSettings('system', version, change, request), request.translate);
  });
  context.call(mailTest, async ({ to }, request) => {
    const settings = await readSettings();
    if (!isMailOn(settings)) throw mailOff.create();
    const title = context.platform.systemTitle;
    const text = (part: string) =>
      letterText(settings.mail_language, `system.mail.letter.test.${part}`, { title }) ?? '';
    const result = await context.installation.sendLetter(
      smtpServerOf(settings),
      { id: newId(context), to, subject: text('subject'), text: text('text'), fromName: title },
      { limitMs: TEST_LIMIT_MS },
    );
    await context.audit({ type: 'system.mail.test', after: { to, is_sent: result.is_sent }, request });
    return { is_sent: result.is_sent, answer: result.answer };
  });
}
