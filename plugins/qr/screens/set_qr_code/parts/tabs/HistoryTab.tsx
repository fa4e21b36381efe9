import { EmptyState, ErrorState, Pagination, Skeleton, useCall, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import type { CodeRow } from '../../../../codes/code-row.ts';
import { changesCall } from '../../../qr_code_list/calls.ts';
import { ChangeEntry } from '../history/ChangeEntry.tsx';
import styles from '../history/history.module.css';

const PAGE_SIZE = 20;

/** Who changed what of a code, the last change first. */
export function HistoryTab({ code }: { code: Pick<CodeRow, 'id'> }) {
  const words = useWords();
  const [page, setPage] = useState(1);
  const [pageSize, setPageSize] = useState(PAGE_SIZE);
  const { data, error, refetch } = useCall(changesCall, { id: code.id, page, page_size: pageSize });
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
      <Pagination
        page={page}
        pageSize={pageSize}
        count={data.count}
        onPage={setPage}
        onPageSize={(size) => {
          setPageSize(size);
          setPage(1);
        }}
      />
    </>
  );
}
