import { EmptyState, ErrorState, Facts, RelativeTime, Skeleton, useCall, useWords } from '@waypost/host-sdk';
import { followReportCall } from '../calls.ts';
import styles from './report.module.css';

/** What became of a report, for whoever made it: its state and the sentence of whoever handled it, nothing of the owner. */
export function FollowReport({ report }: { report: string }) {
  const words = useWords();
  const { data, error, refetch } = useCall(followReportCall, { report });
  if (error?.code === 'not_found')
    return (
      <div className={styles.page}>
        <h1 className="wp-visually-hidden">{words('qr.report.follow.title')}</h1>
        <EmptyState title={words('qr.report.follow.unknown')} text={words('qr.report.follow.unknown.text')} />
      </div>
    );
  if (error) return <ErrorState isScreen error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={5} height={20} />;
  const { address, state, answer, create_time, state_time } = data;
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{words('qr.report.follow.title')}</h1>
      <p className={styles.state}>{words(`qr.report.state.${state}`)}</p>
      {answer === '' ? null : <blockquote className={styles.answer}>{answer}</blockquote>}
      <Facts
        facts={[
          [words('qr.report.address'), address],
          [words('qr.report.follow.sent'), <RelativeTime key="sent" value={create_time} />],
          ...(state_time
            ? [
                [
                  words('qr.report.follow.settled'),
                  <RelativeTime key="settled" value={state_time} />,
                ] as const,
              ]
            : []),
        ]}
      />
    </div>
  );
}
