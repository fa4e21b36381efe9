/** How somebody stands: no membership ever, a running one, one in its days of grace, one that is over. */
export const STANDINGS = ['none', 'member', 'grace', 'over'] as const;
export type Standing = (typeof STANDINGS)[number];

const DAY_MS = 86_400_000;
export const daysMs = (days: number): number => days * DAY_MS;

/** @param until when the membership ends, ISO; null: there is no end, or no membership */
export function standingOf(
  until: string | null,
  { now, graceDays }: { now: number; graceDays: number },
): Standing {
  if (until === null) return 'none';
  const end = Date.parse(until);
  if (now < end) return 'member';
  return now < end + daysMs(graceDays) ? 'grace' : 'over';
}
