import { AppError } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import { PLATFORM } from '../domains/values.ts';
import { takeOverResource } from '../screens/hold_domain/take-over.ts';
import { mailAlert } from '../watching/alert-letter.ts';
import type { AlertText } from '../watching/alert-text.ts';
import { tellChannels } from '../watching/tell-channels.ts';
import { tellInbox } from '../watching/tell-inbox.ts';
import { FACETS } from '../watching/values.ts';
import { heldDomains, type StoredTakeOver } from './stored.ts';
import { OWNERS_NOTICES } from './values.ts';

/** Take-overs of which is told in one run. */
const BATCH = 200;
/** Who decides about the reserve. */
const OPERATORS = 'domain.take_over:take_over';
type Notice = StoredTakeOver['notices'][number];

/**
 * Tells operators, and whoever's codes have moved, what became of domains. A notice leaves its row when it was told: after a
 * kill it is told again, and inboxes and letters take one occasion once.
 */
export async function tellReserve(context: PluginContext): Promise<void> {
  const model = context.model(takeOverResource);
  const due = await model.find({ has_notices: true }).limit(BATCH).lean();
  try {
    for (const row of due) {
      for (const notice of row.notices) {
        await tellOne(context, row, notice);
        const { modifiedCount } = await model.updateOne(
          { _id: row._id, notices: notice },
          { $pull: { notices: notice } },
          { timestamps: false },
        );
        // Other channels know no occasion: only whoever took it out tells them.
        if (modifiedCount === 1) await tellOthers(context, row, notice);
      }
      await model.updateOne(
        { _id: row._id, notices: { $size: 0 } },
        { $set: { has_notices: false } },
        { timestamps: false },
      );
    }
  } catch (error) {
    // Inboxes take only so many in a minute: the next run goes on.
    if (!(error instanceof AppError) || error.code !== 'site_messages_too_many') throw error;
  }
}

async function tellOne(context: PluginContext, row: StoredTakeOver, notice: Notice): Promise<void> {
  const text = textOf(row, notice);
  await tellInbox(context, { ...text, screen: `hold_domain?id=${row._id}` }, { permission: OPERATORS });
  if (row.holder === PLATFORM || !OWNERS_NOTICES.includes(notice.kind)) return;
  const owners = { ...text, words: `${text.words}.owner` };
  await tellInbox(context, owners, { accounts: [row.holder] });
  await mailAlert(context, row.holder, owners);
}

async function tellOthers(context: PluginContext, row: StoredTakeOver, notice: Notice): Promise<void> {
  if (!OWNERS_NOTICES.includes(notice.kind)) return;
  const text = textOf(row, notice);
  await tellChannels(context, {
    host: row.name,
    kind: notice.kind === 'back' ? 'back' : 'taken_over',
    owner: row.holder,
    facet: FACETS.find((facet) => facet === row.reason) ?? null,
    is_platform: (await heldDomains(context, [row.from_domain])).get(row.from_domain)?.is_platform ?? false,
    text: row.holder === PLATFORM ? text : { ...text, words: `${text.words}.owner` },
  });
}

/** Where the codes stand now is where an owner wants to look. */
function textOf(
  { _id, shown, to_shown, from_domain, to_domain, codes, returned }: StoredTakeOver,
  notice: Notice,
): AlertText {
  const isBack = notice.kind === 'back';
  return {
    words: `domain.reserve.notice.${notice.kind}`,
    params: { name: shown, to: to_shown, codes: String(isBack ? returned : codes) },
    occasion: `${_id} ${notice.kind} ${notice.at}`,
    screen: `domain_list?id=${isBack ? from_domain : to_domain}&tab=codes`,
  };
}
