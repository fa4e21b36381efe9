import { type PluginContext, SITE_MESSAGES, type SiteMessages } from '@waypost/sdk';
import type { StoredCode } from '../../codes/link.ts';
import { abuseReport } from './resource.ts';

const HOUR_MS = 3_600_000;
/** Reports of one hour that are told one by one; whoever sends hundreds fills no inbox. */
export const REPORTS_TOLD_AN_HOUR = 20;
/** Characters of a message's title for channels beside the inbox. */
const TITLE_LENGTH = 100;
/** Characters of a reported address that a message shows; the report has it whole. */
const ADDRESS_LENGTH = 300;

type Told = Pick<StoredCode, 'name'> & { _id: unknown; owner?: unknown };

const messagesOf = (context: PluginContext) => context.require<SiteMessages>(SITE_MESSAGES, '^1');

/** Tells whoever may handle reports of a new one: one message an hour for each code. */
export async function tellHandlers(
  context: PluginContext,
  report: { id: string; address: string },
  code: Told,
): Promise<void> {
  const reports = context.model(abuseReport);
  const recent = { create_time: { $gte: new Date(context.clock.now() - HOUR_MS) } };
  const to = { permission: 'qr.abuse_report:update' };
  if ((await reports.countDocuments(recent)) > REPORTS_TOLD_AN_HOUR) {
    await messagesOf(context)?.tell({
      to,
      words: 'qr.notice.reports_many',
      params: { count: String(REPORTS_TOLD_AN_HOUR) },
      plain: { title: 'abuse_desk', content: `> ${REPORTS_TOLD_AN_HOUR}` },
      occasion: String(Math.floor(context.clock.now() / HOUR_MS)),
      screen: 'abuse_desk',
    });
    return;
  }
  // Named after the first of the hour, so that of two at once either tells the same.
  const first = await reports
    .findOne({ ...recent, code: String(code._id) }, { _id: 1 })
    .sort({ create_time: 1, _id: 1 })
    .lean();
  await messagesOf(context)?.tell({
    to,
    words: 'qr.notice.reported',
    params: { name: code.name, address: report.address.slice(0, ADDRESS_LENGTH) },
    plain: { title: code.name.slice(0, TITLE_LENGTH), content: report.address.slice(0, ADDRESS_LENGTH) },
    occasion: String(first?._id ?? report.id),
    screen: `abuse_desk?id=${report.id}`,
  });
}

/** Tells the owner of a code that it was frozen, and why. */
export async function tellFrozen(context: PluginContext, code: Told, reason: string): Promise<void> {
  await tellOwner(context, code, { words: 'qr.notice.frozen', text: reason, occasion: newOccasion(context) });
}

/** Hands the owner of a code what an operator wrote about a report. */
export async function tellAnswer(context: PluginContext, code: Told, text: string): Promise<void> {
  await tellOwner(context, code, { words: 'qr.notice.answered', text, occasion: newOccasion(context) });
}

const newOccasion = (context: PluginContext) => Buffer.from(context.random.bytes(12)).toString('hex');

async function tellOwner(
  context: PluginContext,
  { _id, name, owner }: Told,
  { words, text, occasion }: { words: string; text: string; occasion: string },
): Promise<void> {
  await messagesOf(context)?.tell({
    to: { accounts: [String(owner)] },
    words,
    params: { name, text },
    plain: { title: name.slice(0, TITLE_LENGTH), content: text },
    occasion,
    screen: `set_qr_code?id=${_id}`,
  });
}
