import { neutralFigure } from '@waypost/contract/platform';
import type { PluginContext } from '@waypost/sdk';
import { PROBLEM_EVENT, type ProblemTold } from '@waypost/sdk/platform';
import { tellAdministrators, type WrittenNotice } from './notices.ts';

/** Tells administrators when a limit of the monitor is crossed, and when that is over. */
export function mountProblemNotices(context: PluginContext): void {
  context.events.on(PROBLEM_EVENT, async (payload) => {
    await tellAdministrators(context, problemNotice(payload as ProblemTold));
  });
}

/** What the message of a problem says, and what it is told once for. */
export function problemNotice({ problem, kind, since, occasion }: ProblemTold): WrittenNotice {
  const { code, subject, value, unit, count, level } = problem;
  const key = `system.problem.${code}`;
  return {
    notice: {
      kind: kind === 'began' ? key : `${key}.over`,
      params: {
        subject,
        value: value === null ? '' : neutralFigure(value, unit ?? 'count'),
        count: String(count ?? 0),
        since: `${since.slice(0, 16).replace('T', ' ')} UTC`,
      },
    },
    written: {
      title: `${kind === 'began' ? level : 'over'}: ${code} ${subject}`.trim().slice(0, 100),
      content: `${code} ${subject}`.trim(),
      occasion,
    },
    screen: 'monitor',
  };
}
