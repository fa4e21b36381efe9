const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long after an order's end its address is looked at how often: money that comes late is somebody's, too. */
const PACES: readonly { until: number; every: number }[] = [
  { until: 0, every: 10 * SECOND },
  { until: HOUR, every: MINUTE },
  { until: 7 * DAY, every: 30 * MINUTE },
  { until: 90 * DAY, every: 12 * HOUR },
];

/**
 * When an address is looked at again; null: in its turn among all old ones (`watching/watch-old.ts`).
 * @param now milliseconds
 */
export function nextLook(
  { expire_time, is_paid }: { expire_time: Date; is_paid: boolean },
  now: number,
): Date | null {
  const past = now - expire_time.getTime();
  // What is paid is not waited for.
  const pace = PACES.find(({ until }) => past <= until && !(is_paid && until === 0));
  return pace === undefined ? null : new Date(now + pace.every);
}
