import { dayOf, type MembershipEnd, type PluginContext } from '@waypost/sdk';
import { tellPerson } from '../letters/tell-person.ts';

/** What members are told: before the end, on the last day, at the end, and when the days of grace are over. */
export const NOTICES = ['soon', 'last_day', 'ended', 'over'] as const;
export type Notice = (typeof NOTICES)[number];

/** Where members go on. */
const SCREEN = 'buy_vip_combo';

/** Tells somebody how the membership stands, once for each end. @returns false: so much is told at once, it is told later */
export function tellMember(
  context: PluginContext,
  { account, until, notice, graceDays }: MembershipEnd & { notice: Notice; graceDays: number },
): Promise<boolean> {
  const day = dayOf(context.platform.timeZone, Date.parse(until));
  return tellPerson(context, {
    account,
    words: `wallet.notice.${notice}`,
    params: { day, days: String(graceDays) },
    plain: { title: day, content: notice },
    occasion: `${account} ${notice} ${until}`,
    screen: SCREEN,
  });
}
