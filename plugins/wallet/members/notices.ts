import { type MembershipEnd, type PluginContext, SITE_MESSAGES, type SiteMessages } from '@waypost/sdk';
import { writeLetter } from '../letters/write-letter.ts';

/** What members are told: before the end, on the last day, at the end, and when the days of grace are over. */
export const NOTICES = ['soon', 'last_day', 'ended', 'over'] as const;
export type Notice = (typeof NOTICES)[number];

const DAY_LETTERS = 'yyyy-mm-dd'.length;
/** Where members go on. */
const SCREEN = 'buy_vip_combo';

/** Tells somebody how the membership stands: into the inbox, and as a letter where there is an address; once for each end. */
export async function tellMember(
  context: PluginContext,
  { account, until, notice, graceDays }: MembershipEnd & { notice: Notice; graceDays: number },
): Promise<void> {
  const words = `wallet.notice.${notice}`;
  const params = { day: until.slice(0, DAY_LETTERS), days: String(graceDays) };
  const occasion = `${account} ${notice} ${until}`;
  await context.require<SiteMessages>(SITE_MESSAGES, '^1')?.tell({
    ...{ to: { accounts: [account] }, words, params, occasion, screen: SCREEN },
    plain: { title: params.day, content: notice },
  });
  await writeLetter(context, { account, words, params, occasion, screen: SCREEN });
}
