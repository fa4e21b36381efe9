import { PagedContent, ScreenLink, useCall, usePaging, useWords } from '@waypost/host-sdk';
import type { CodeRow } from '../../../../codes/code-row.ts';
import { changesCall } from '../../../qr_code_list/calls.ts';
import { ChangeEntry } from '../history/ChangeEntry.tsx';
import styles from '../history/history.module.css';

/** Who changed what of a code, the last change first. */
export function HistoryTab({ code }: { code: Pick<CodeRow, 'id'> }) {
  const words = useWords();
  const paging = usePaging();
  const query = useCall(changesCall, { id: code.id, ...paging.query });
  return (
    <>
      <p className={styles.versions}>
        <ScreenLink to={`code_version?id=${code.id}`}>{words('qr.version.link')}</ScreenLink>
      </p>
      <PagedContent
        query={query}
        paging={paging}
        empty={{ title: words('qr.history.empty'), text: words('qr.history.empty.text') }}
      >
        {(changes) => (
          <ol className={styles.changes}>
            {changes.map((change, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries of a page have no identity but their place in it
              <ChangeEntry key={`${change.time} ${index}`} change={change} />
            ))}
          </ol>
        )}
      </PagedContent>
    </>
  );
}
