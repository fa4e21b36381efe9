import { OPERATION_ERRORS, type Operation, OperationStatus } from '@waypost/contract';
import { useFormat } from '../format/use-format.ts';
import { Tag } from '../parts/values.tsx';
import { useWords } from '../words/context.tsx';
import styles from './operations.module.css';
import { secondsLeft } from './time-left.ts';

const MINUTE = 60;

type Shown = Pick<Operation, 'status' | 'error_code' | 'done' | 'total' | 'left_out' | 'start_time' | 'name'>;

/** How far an operation is, or how it ended. */
export function OperationProgress({ operation }: { operation: Shown }) {
  const words = useWords();
  const { status, error_code } = operation;
  if (status === OperationStatus.inProgress) return <Running operation={operation} />;
  if (status === OperationStatus.completed) return <Completed operation={operation} />;
  if (error_code === OPERATION_ERRORS.cancelled)
    return <Tag tone="neutral">{words('operation.error.cancelled')}</Tag>;
  return (
    <span className={styles.told}>
      <Tag tone="bad">{words('operation.failed')}</Tag>
      <span className={styles.text}>
        {words.first([`operation.error.${error_code}`, `error.${error_code}`, 'operation.error.other'])}{' '}
        <code className={styles.code}>{error_code}</code>
      </span>
    </span>
  );
}

/** Done, with what was made where that was counted: a file with wrong lines is not simply done. */
function Completed({ operation: { done, left_out: left } }: { operation: Shown }) {
  const words = useWords();
  const format = useFormat();
  if (left === null) return <Tag tone="good">{words('operation.done')}</Tag>;
  const made = format.number(done - left);
  return (
    <span className={styles.told}>
      <Tag tone={left === 0 ? 'good' : 'warning'}>
        {words(left === 0 ? 'operation.done' : 'operation.done.part')}
      </Tag>
      <span className={styles.text}>
        {left === 0
          ? words('operation.done.counted', { count: done, made })
          : words('operation.done.left_out', { count: left, left: format.number(left), made })}
      </span>
    </span>
  );
}

function Running({ operation }: { operation: Shown }) {
  const words = useWords();
  const format = useFormat();
  const { done, total, start_time, name } = operation;
  const share = total === null || total === 0 ? undefined : Math.min(1, done / total);
  const left = secondsLeft(operation, Date.now());
  const text =
    start_time === null
      ? words('operation.waiting')
      : total === null
        ? words('operation.so_far', { count: done, done: format.number(done) })
        : words('operation.progress', { done: format.number(done), total: format.number(total) });
  return (
    <span className={styles.running}>
      <span
        className={styles.bar}
        role="progressbar"
        aria-label={name}
        aria-valuetext={text}
        {...(share === undefined
          ? {}
          : { 'aria-valuemin': 0, 'aria-valuemax': 100, 'aria-valuenow': Math.round(share * 100) })}
      >
        <span
          className={share === undefined ? styles.open : styles.full}
          style={share === undefined ? undefined : { width: `${share * 100}%` }}
        />
      </span>
      <span className={styles.text}>
        {text}
        {left === undefined
          ? null
          : ` · ${
              left < MINUTE
                ? words('operation.seconds_left', { count: left })
                : words('operation.minutes_left', { count: Math.round(left / MINUTE) })
            }`}
      </span>
    </span>
  );
}
