import {
  type PluginContext,
  type SignedRequest,
  type Stored,
  SYSTEM_MAIL,
  type SystemMail,
} from '@waypost/sdk';
import { z } from 'zod';
import type { abuseReport } from './resource.ts';

const zAddress = z.email().max(200);

/**
 * Sends the sentence for a reporter to the e-mail address that was left with the report, in the language in which the operator
 * wrote it. Whoever left none follows the report at its own address, as everybody can.
 */
export async function mailAnswer(
  context: PluginContext,
  { _id, version, contact, address }: Stored<typeof abuseReport>,
  answer: string,
  { translate }: SignedRequest,
): Promise<void> {
  const mail = context.require<SystemMail>(SYSTEM_MAIL, '^1');
  const to = zAddress.safeParse(contact.trim());
  if (answer === '' || mail === undefined || !to.success) return;
  try {
    if (!(await mail.isOn())) return;
    await mail.send({
      to: to.data,
      subject: translate('qr.report.letter.subject'),
      text: translate('qr.report.letter.text', { address, answer }),
      occasion: `report ${_id} ${version}`,
    });
  } catch (error) {
    // What was decided stands, and the report's own address says it: a queue that is full takes nothing of it back.
    context.log.error({ error, report: _id }, 'an answer is not sent by e-mail');
  }
}
