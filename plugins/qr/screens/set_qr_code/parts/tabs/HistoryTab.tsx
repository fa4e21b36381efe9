import {
  EmptyState,
  ErrorState,
  Pagination,
  Skeleton,
  useCall,
  usePaging,
  useWords,
} from '@waypost/host-sdk';
import type { CodeRow } from '../../../../codes/code-row.ts';
import { changesCall } from '../../../qr_code_list/calls.ts';
import { ChangeEntry } from '../history/ChangeEntry.tsx';
import styles from '../history/history.module.css';

/** Who changed what of a code, the last change first. */
export function HistoryTab({ code }: { code: Pick<CodeRow, 'id'> }) {
  const words = useWords();
  const paging = usePaging();
  const { data, error, refetch } = useCall(changesCall, { id: code.id, ...paging.query });
  if (data === undefined)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={6} />;
  if (data.count === 0)
    return <EmptyState title={words('qr.history.empty')} text={words('qr.history.empty.text')} />;
  return (
    <>
      <ol className={styles.changes}>
        {data.content.map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries of a page have no identity but their place in it
          <ChangeEntry key={`${change.time} ${index}`} change={change} />
        ))}
      </ol>
      <Pagination {...paging.bar} count={data.count} />
    </>
  );
}
