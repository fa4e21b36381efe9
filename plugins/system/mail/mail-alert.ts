import { type PluginContext, SYSTEM_MAIL, type SystemMail } from '@waypost/sdk';

interface Alert {
  /** `<key>.title` and `<key>.content`. */
  key: string;
  params: Readonly<Record<string, string>>;
  written: { title: string; content: string; occasion: string };
  screen?: string | undefined;
}

/** Also sends an alert to those who have an address. The inbox is what counts: a queue that is full is logged. */
export async function mailAlert(
  context: PluginContext,
  { key, params, written, screen }: Alert,
  people: readonly { email: string }[],
): Promise<void> {
  const mail = context.require<SystemMail>(SYSTEM_MAIL, '^1');
  const addresses = new Set(people.map(({ email }) => email).filter((email) => email !== ''));
  if (mail === undefined || addresses.size === 0 || !(await mail.isOn())) return;
  const locale = await mail.locale();
  const text = (part: 'title' | 'content') => {
    const found = context.translate(locale, `${key}.${part}`, params);
    return found === `${key}.${part}` ? written[part] : found;
  };
  const leads = screen === undefined ? '' : `\n\n${context.platform.publicUrl}/#/customer/${screen}`;
  for (const to of addresses)
    try {
      const about = { to, subject: text('title').slice(0, 300), text: `${text('content')}${leads}` };
      await mail.send({ ...about, occasion: written.occasion });
    } catch (error) {
      context.log.error({ error, occasion: written.occasion }, 'an alert is not sent by e-mail');
    }
}
