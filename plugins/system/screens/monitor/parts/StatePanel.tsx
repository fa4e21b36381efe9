import type { MonitorState } from '@waypost/contract/platform';
import { type ApiError, Panel, ScreenLink, Tag, useFormat, usePermission, useWords } from '@waypost/host-sdk';
import { secondsBetween, spanText } from './figures.ts';
import styles from './monitor.module.css';
import { problemText } from './problem-text.ts';

type Shown = MonitorState['problems'][number];

interface StatePanelProps {
  state: MonitorState | undefined;
  /** Why nobody knows how it is now. */
  error: ApiError | null;
}

/** What a store that does not answer is called, when nobody is left who could say so. */
const STORE_AWAY: Shown = {
  code: 'store_unavailable',
  level: 'alarm',
  subject: '',
  since: null,
  value: null,
  limit: null,
  unit: null,
  count: null,
};

/** How it is, in words: all is well, or what is wrong, what to do and since when. */
export function StatePanel({ state, error }: StatePanelProps) {
  const words = useWords();
  const format = useFormat();
  const isSilent = error?.isNetwork === true;
  const problems = error === null ? (state?.problems ?? []) : isSilent ? [] : [STORE_AWAY];
  const alarms = problems.filter(({ level }) => level === 'alarm').length;
  const tone = isSilent || alarms > 0 ? 'bad' : problems.length > 0 ? 'warning' : 'good';
  return (
    <Panel>
      <div className={styles.state} role="status" data-tone={tone}>
        <p className={styles.verdict}>
          <Tag tone={tone}>
            {isSilent
              ? words('system.monitor.silent')
              : problems.length === 0
                ? words('system.monitor.well')
                : words(alarms > 0 ? 'system.monitor.wrong' : 'system.monitor.look', {
                    count: problems.length,
                  })}
          </Tag>
          <span className={styles.note}>
            {isSilent
              ? words('system.monitor.silent.text')
              : state
                ? words(error === null ? 'system.monitor.seen' : 'system.monitor.seen_last', {
                    time: format.clock(state.time),
                  })
                : null}
          </span>
        </p>
        {problems.length > 0 ? (
          <ul className={styles.problems}>
            {problems.map((problem) => (
              <ProblemLine key={`${problem.code} ${problem.subject}`} problem={problem} time={state?.time} />
            ))}
          </ul>
        ) : null}
      </div>
    </Panel>
  );
}

function ProblemLine({ problem, time }: { problem: Shown; time: string | undefined }) {
  const words = useWords();
  const format = useFormat();
  const may = usePermission();
  const { title, advice, screen } = problemText(problem, { format, words });
  const mayOpen = screen !== undefined && (screen !== 'backups' || may('system.backup:update'));
  return (
    <li className={styles.problem} data-problem={problem.code} data-level={problem.level}>
      <div className={styles.problemHead}>
        <Tag tone={problem.level === 'alarm' ? 'bad' : 'warning'}>
          {words(`system.monitor.level.${problem.level}`)}
        </Tag>
        <strong>{title}</strong>
        {problem.since === null || time === undefined ? null : (
          <span className={styles.note} title={format.exact(problem.since)}>
            {words('system.monitor.for', { span: spanText(secondsBetween(problem.since, time), words) })}
          </span>
        )}
      </div>
      <p className={styles.advice}>
        {advice} {mayOpen ? <ScreenLink to={screen}>{words(`menu.${screen}`)}</ScreenLink> : null}
      </p>
    </li>
  );
}
