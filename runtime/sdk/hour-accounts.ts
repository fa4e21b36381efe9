/** What happens to a visit, in this order. */
export type VisitStep = 'answered' | 'journalled' | 'counted' | 'rolled_up';

/** The counters of the visits of one hour of TIME_ZONE. Each is counted where it happens; none is made of another. */
export interface HourAccount extends Record<VisitStep, number> {
  /** yyyymmdd */
  day: number;
  /** 0 to 23 */
  hour: number;
  /** Single visits that were kept and have been erased since; no counter changes by it. */
  erased: number;
  /** Counted visits of processes that were killed before they could tell that they had answered and journalled them. */
  untold: number;
  /**
   * `moving`: visits are on their way, or were told of a moment ago. `differs`: visits are missing or were counted twice.
   * `unknown`: the hour is not after the one in which this began to be counted.
   */
  state: 'agrees' | 'moving' | 'differs' | 'unknown';
  differences: HourDifference[];
}

/** By how many visits one counter is ahead of another that should say the same. */
export interface HourDifference {
  more: VisitStep;
  less: VisitStep;
  visits: number;
}
