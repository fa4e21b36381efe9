import type { DayRange, ShieldRefusals } from '@waypost/sdk';
import type { VisitCollections } from '../store/collections.ts';

/** Rules that are asked for at once. */
const MOST_RULES = 1000;

/** What rules of shields have refused on some days, by link and day, in no order. Errors: RangeError for more than 1,000 rules. */
export async function readShieldRefusals(
  { refusals }: Pick<VisitCollections, 'refusals'>,
  rules: readonly number[],
  { first, last }: DayRange,
): Promise<ShieldRefusals[]> {
  if (rules.length > MOST_RULES) throw new RangeError(`at most ${MOST_RULES} rules are asked for at once`);
  if (rules.length === 0) return [];
  const rows = await refusals.find({ rule: { $in: [...rules] }, day: { $gte: first, $lte: last } }).toArray();
  return rows.map(({ crawlers, day, link, owner, rule, time, visits }) => ({
    rule,
    day,
    link: link.toHexString(),
    owner: owner.toHexString(),
    visit_number: visits,
    bot_number: crawlers,
    last_time: time.toISOString(),
  }));
}
