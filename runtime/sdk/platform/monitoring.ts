import type { MonitorHistory, MonitorRange, MonitorState, Problem } from '@waypost/contract/platform';

/** How the installation does: now, and over the last day. */
export interface Monitoring {
  /** Looks now. Fails while the store is away. */
  monitorState(): Promise<MonitorState>;
  /** What processes have said of themselves, in steps of equal length. */
  monitorHistory(range: MonitorRange): Promise<MonitorHistory>;
}

/** Emitted when a limit is crossed, and when that is over: once in all processes. */
export const PROBLEM_EVENT = 'platform.problem';

/** Payload of {@link PROBLEM_EVENT}. */
export interface ProblemTold {
  problem: Problem;
  kind: 'began' | 'over';
  /** ISO 8601: when it began. */
  since: string;
  /** The same for everybody who tells of this. */
  occasion: string;
}
