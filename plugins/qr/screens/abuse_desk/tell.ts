import { type PluginContext, type Session, SITE_MESSAGES, type SiteMessages } from '@waypost/sdk';
import type { StoredCode } from '../../codes/link.ts';
import { promiseMessage } from '../../messages/due-messages.ts';
import { codeResource } from '../qr_code_list/resource.ts';
import { abuseReport } from './resource.ts';

const HOUR_MS = 3_600_000;
/** Reports of one hour that are told one by one; what comes beyond is told together. */
export const REPORTS_TOLD_AN_HOUR = 20;
/** Codes that a message about many names. */
const NAMED_CODES = 10;
/** Characters of a message's title for channels beside the inbox. */
const TITLE_LENGTH = 100;
/** Characters of a reported address that a message shows; the report has it whole. */
const ADDRESS_LENGTH = 300;

type Told = Pick<StoredCode, 'name'> & { _id: unknown; owner?: unknown };

const messagesOf = (context: PluginContext) => context.require<SiteMessages>(SITE_MESSAGES, '^1');
const HANDLERS = { permission: 'qr.abuse_report:update' } as const;

/**
 * Tells whoever may handle reports of a new one: one message an hour for each code. Past so many an hour it stays for
 * `tellUntold`.
 */
export async function tellHandlers(
  context: PluginContext,
  report: { id: string; address: string },
  code: Told,
): Promise<void> {
  const reports = context.model(abuseReport);
  const recent = { create_time: { $gte: new Date(context.clock.now() - HOUR_MS) } };
  const messages = messagesOf(context);
  if (messages === undefined || (await reports.countDocuments(recent)) > REPORTS_TOLD_AN_HOUR) return;
  // Named after the first of the hour, so that of two at once either tells the same.
  const first = await reports
    .findOne({ ...recent, code: String(code._id) }, { _id: 1 })
    .sort({ create_time: 1, _id: 1 })
    .lean();
  await messages.tell({
    to: HANDLERS,
    words: 'qr.notice.reported',
    params: { name: code.name, address: report.address.slice(0, ADDRESS_LENGTH) },
    plain: { title: code.name.slice(0, TITLE_LENGTH), content: report.address.slice(0, ADDRESS_LENGTH) },
    occasion: String(first?._id ?? report.id),
    screen: `abuse_desk?id=${report.id}`,
  });
  // Unless it was told with others meanwhile.
  await reports.updateOne({ _id: report.id, untold: { $gt: 0 } }, { $inc: { untold: -1 } });
}

/** Tells those who handle reports of all that nobody was told of: how many, and about which codes. One message for all. */
export async function tellUntold(context: PluginContext): Promise<void> {
  const reports = context.model(abuseReport);
  await context.transaction(async (session) => {
    const untold = await reports
      .find({ untold: { $gt: 0 } }, { code: 1, untold: 1 })
      .sort({ create_time: 1 })
      .session(session)
      .lean();
    if (untold.length === 0) return;
    const codes = [...new Set(untold.map(({ code }) => code))];
    const named = await context
      .model(codeResource)
      .find({ _id: { $in: codes.slice(0, NAMED_CODES) } }, { name: 1 })
      .session(session)
      .lean();
    const names = named.map(({ name }) => name).join(' · ') + (codes.length > NAMED_CODES ? ' …' : '');
    const count = String(untold.reduce((sum, one) => sum + one.untold, 0));
    await promiseMessage(
      context,
      {
        to: HANDLERS,
        words: 'qr.notice.reports_many',
        params: { count, codes: String(codes.length), names },
        plain: { title: 'abuse_desk', content: `${count}: ${names}` },
        screen: 'abuse_desk',
      },
      session,
    );
    await reports.updateMany(
      { _id: { $in: untold.map(({ _id }) => _id) } },
      { $set: { untold: 0 } },
      { session },
    );
  });
}

/** Has the owner of a code told that it was frozen, and why. */
export function promiseFrozen(context: PluginContext, code: Told, reason: string, session: Session) {
  return promiseToOwner(context, code, { words: 'qr.notice.frozen', text: reason }, session);
}

/** Has the owner of a code given what an operator wrote about a report. */
export function promiseAnswer(context: PluginContext, code: Told, text: string, session: Session) {
  return promiseToOwner(context, code, { words: 'qr.notice.answered', text }, session);
}

async function promiseToOwner(
  context: PluginContext,
  { _id, name, owner }: Told,
  { words, text }: { words: string; text: string },
  session: Session,
): Promise<void> {
  await promiseMessage(
    context,
    {
      to: { accounts: [String(owner)] },
      words,
      params: { name, text },
      plain: { title: name.slice(0, TITLE_LENGTH), content: text },
      screen: `set_qr_code?id=${_id}`,
    },
    session,
  );
}
