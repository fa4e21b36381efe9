import { AppError, errors } from '@waypost/contract';
import { type PluginContext, SITE_MESSAGES, type SiteMessages } from '@waypost/sdk';
import { domainResource } from '../screens/domain_list/resource.ts';
import type { StoredDomain } from './stored.ts';

/** Told in one run. */
const BATCH = 200;

/** Tells owners what became of their names; what could not be told now is told by the next run, and nothing twice. */
export async function tellNotices(context: PluginContext, lostDays: number): Promise<void> {
  const messages = context.require<SiteMessages>(SITE_MESSAGES, '^1');
  if (messages === undefined) return;
  const model = context.model(domainResource);
  const due = await model
    .find({ notice: { $ne: 'none' } })
    .sort({ notice_time: 1 })
    .limit(BATCH)
    .lean();
  for (const row of due) {
    const { _id, notice, notice_time } = row;
    try {
      await messages.tell(messageOf(row, lostDays));
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== errors.invalidInput.code) throw error;
      // It would be refused for ever, and hold up those behind it.
      context.log.error({ error, domain: row.name }, 'a message was refused by the inboxes');
    }
    const told = { _id, notice, notice_time };
    await model.updateOne(told, { $set: { notice: 'none' } }, { timestamps: false });
  }
}

function messageOf(row: StoredDomain, lostDays: number) {
  const { _id, notice, notice_time, shown } = row;
  return {
    to: { accounts: [String(row.owner)] },
    words: `domain.notice.${notice}`,
    params: { name: shown, days: String(lostDays) },
    plain: { title: shown, content: `${shown}: ${notice}` },
    occasion: `${_id} ${notice} ${notice_time?.toISOString() ?? ''}`,
    screen: `domain_list?id=${_id}`,
  };
}
