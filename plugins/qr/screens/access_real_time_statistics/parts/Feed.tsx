import { Button, EmptyState, Panel, Skeleton, useWords } from '@waypost/host-sdk';
import type { ReactNode } from 'react';
import { FeedRow } from './FeedRow.tsx';
import type { LiveVisit } from './feed.ts';
import styles from './live.module.css';

interface FeedProps {
  rows: readonly LiveVisit[] | undefined;
  /** Where a search or region leaves rows out. */
  onClearFilters?: (() => void) | undefined;
  /** Rows that wait above. */
  waiting?: { count: number; onShow: () => void };
  toolbar: ReactNode;
}

/** Who is visiting, newest first. */
export function Feed({ rows, onClearFilters, waiting, toolbar }: FeedProps) {
  const words = useWords();
  return (
    <Panel title={words('qr.live.feed')} actions={toolbar}>
      {waiting && waiting.count > 0 ? (
        <div className={styles.waiting}>
          <Button size="small" onClick={waiting.onShow}>
            {words('qr.live.waiting', { count: waiting.count })}
          </Button>
        </div>
      ) : null}
      {rows === undefined ? (
        <Skeleton lines={8} height={36} />
      ) : rows.length > 0 ? (
        <ol className={styles.feed} aria-label={words('qr.live.feed')}>
          {rows.map((visit) => (
            // A visit that moves to the top arrives anew, so that the eye finds it.
            <FeedRow key={`${visit.id}.${visit.count}`} visit={visit} />
          ))}
        </ol>
      ) : onClearFilters ? (
        <EmptyState
          title={words('list.no_match')}
          text={words('list.no_match_text')}
          action={<Button onClick={onClearFilters}>{words('list.clear_filters')}</Button>}
        />
      ) : (
        <EmptyState title={words('qr.live.empty.title')} text={words('qr.live.empty.text')} />
      )}
    </Panel>
  );
}
