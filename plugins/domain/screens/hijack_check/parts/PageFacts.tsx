import type { RowOf } from '@waypost/contract';
import { DataTable, useWords } from '@waypost/host-sdk';
import type { hijackCheckResource } from '../resource.ts';
import styles from './check.module.css';

type Fingerprint = RowOf<typeof hijackCheckResource>['fingerprint'];
const ROWS = ['status', 'title', 'host', 'marker', 'hash'] as const;
/** Letters of a hash by which two are told apart at a glance. */
const HASH_LETTERS = 16;

interface PageFactsProps {
  found: Fingerprint;
  /** What was accepted when the check was made; null: nothing was. */
  accepted: Fingerprint;
}

/** The page that came, beside the one that was accepted. */
export function PageFacts({ found, accepted }: PageFactsProps) {
  const words = useWords();
  if (found === null) return <p className={styles.none}>{words('domain.hijack_check.page.none')}</p>;
  const shown = (page: NonNullable<Fingerprint>, row: (typeof ROWS)[number]) => {
    if (row === 'marker') return words(`domain.hijack_check.marker.${page.marker}`);
    if (row === 'hash') return <code title={page.hash}>{page.hash.slice(0, HASH_LETTERS)}</code>;
    return String(page[row]) || '–';
  };
  return (
    <DataTable
      label={words('domain.hijack_check.page.title')}
      rows={ROWS}
      rowKey={(row) => row}
      rowTone={(row) => (accepted !== null && accepted[row] !== found[row] ? 'bad' : undefined)}
      columns={[
        {
          key: 'what',
          title: words('domain.hijack_check.column.what'),
          width: 180,
          render: (row) => words(`domain.hijack_check.${row === 'title' ? 'page_title' : row}`),
        },
        {
          key: 'found',
          title: words('domain.hijack_check.column.found'),
          render: (row) => <span className={styles.mono}>{shown(found, row)}</span>,
        },
        ...(accepted === null
          ? []
          : [
              {
                key: 'accepted',
                title: words('domain.hijack_check.column.accepted'),
                render: (row: (typeof ROWS)[number]) => (
                  <span className={styles.mono}>{shown(accepted, row)}</span>
                ),
              },
            ]),
      ]}
    />
  );
}
