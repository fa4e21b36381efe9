import type { Problem, ProblemCode } from '@waypost/contract/platform';
import type { RoleState } from '../../process/readiness.ts';

export type WarnedRole = 'visit' | 'api' | 'jobs';

/** Beside which role a problem stands. What is not here `/readyz` says otherwise: as a reason, or with figures of its own. */
const ROLE: Partial<Record<ProblemCode, WarnedRole>> = {
  journal_lag: 'visit',
  disk_space: 'visit',
  journal_foreign: 'visit',
  feed_lost: 'visit',
  store_latency: 'api',
  event_loop: 'api',
  processor: 'api',
  memory: 'api',
  process_silent: 'jobs',
  jobs_late: 'jobs',
  jobs_failed: 'jobs',
  backup_none: 'jobs',
  backup_old: 'jobs',
  backup_failed: 'jobs',
  drill_failed: 'jobs',
} as const;

/** What `/readyz` says beside a role. Of whom and how much is for those who may see the screen. */
export function warningOf(
  problems: readonly Problem[],
  role: WarnedRole,
): Pick<RoleState, 'warning' | 'detail'> {
  const codes = [...new Set(problems.map(({ code }) => code))].filter((code) => ROLE[code] === role);
  if (codes.length === 0) return {};
  const alarms = problems.filter(({ code, level }) => codes.includes(code) && level === 'alarm').length;
  return { warning: codes.join(' '), detail: { alarms } };
}
