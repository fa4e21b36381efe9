import type { Problem, ProblemCode } from '@waypost/contract/platform';
import type { Format, useWords } from '@waypost/host-sdk';
import { figureTeller } from './figures.ts';

/** Screens on which something can be done about it. */
const SCREENS: Partial<Record<ProblemCode, string>> = {
  backup_none: 'backups',
  backup_old: 'backups',
  backup_failed: 'backups',
  drill_failed: 'backups',
  plugins_failed: 'plugins',
  store_near_limit: 'plugins',
  visits_differ: 'count_reconciliation',
};

/** What is wrong, what to do, and where. */
export function problemText(
  problem: Problem,
  { format, words }: { format: Format; words: ReturnType<typeof useWords> },
): { title: string; advice: string; screen: string | undefined } {
  const { code, count, subject, unit, value } = problem;
  const key = `system.problem.${code}`;
  return {
    title: words(`${key}.title`, {
      subject: subjectText(subject, words),
      value: value === null ? '' : figureTeller(unit ?? 'count', { format, words })(value),
      count: format.number(count ?? 0),
    }),
    advice: words(`${key}.content`),
    screen: SCREENS[code],
  };
}

/** `aggregator · web-1` with the process by its name in the reader's language. */
function subjectText(subject: string, words: ReturnType<typeof useWords>): string {
  const [kind = '', ...host] = subject.split(' · ');
  return subject === '' ? '' : [words.first([`system.monitor.kind.${kind}`, kind]), ...host].join(' · ');
}
