import { Absent, type ColumnChoice, CopyText, Tag, type useFormat, type useWords } from '@waypost/host-sdk';
import { CodeLink } from '../../../codes/parts/CodeLink.tsx';
import { OwnerLink } from '../../../codes/parts/OwnerLink.tsx';
import { ShortLink } from '../../../codes/parts/ShortLink.tsx';
import type { LineFound } from '../calls.ts';
import type { batchQuery } from '../resource.ts';
import styles from './found.module.css';

const STATUS_TONES = {
  on: 'good',
  off: 'neutral',
  frozen: 'bad',
  expired: 'warning',
  unclaimed: 'info',
  removed: 'neutral',
  unknown: 'warning',
  wrong: 'bad',
} as const satisfies Record<LineFound['status'], string>;
const BLOCK_TONES = { 1: 'good', 2: 'bad', 4: 'warning' } as const;

/** Columns of what was found; whose a code is stands there where somebody is told. */
export function foundColumns(shown: {
  words: ReturnType<typeof useWords>;
  format: ReturnType<typeof useFormat>;
  seesOwners: boolean;
  hasBlocks: boolean;
}): ColumnChoice<typeof batchQuery>[] {
  const { format, words, seesOwners, hasBlocks } = shown;
  return [
    { field: 'text', render: ({ text }) => <CopyText value={text} ellipsis="middle" /> },
    { field: 'line', width: 76, align: 'right', priority: 6 },
    {
      field: 'status',
      width: 170,
      render: ({ status }) => (
        <Tag tone={STATUS_TONES[status]}>{words(`qr.batch_query.status.${status}`)}</Tag>
      ),
    },
    { field: 'name', width: 280, priority: 1, render: (row) => <Found row={row} /> },
    {
      field: 'short_url',
      width: 230,
      priority: 4,
      render: ({ link, short_url }) =>
        link === '' ? <Absent /> : <ShortLink id={link} address={short_url} ellipsis="middle" />,
    },
    ...(seesOwners
      ? [
          {
            field: 'owner_account',
            width: 150,
            priority: 3,
            render: (row: LineFound) => <OwnerLink of={row} />,
          },
        ]
      : []),
    {
      field: 'block_status',
      width: 150,
      priority: 2,
      render: ({ block_status, link }: LineFound) => {
        // Why it is empty, where it could be told.
        if (!hasBlocks && link !== '')
          return (
            <span title={words('qr.batch_query.block_status.off.text')}>
              {words('qr.batch_query.block_status.off')}
            </span>
          );
        if (block_status === null) return <Absent />;
        return (
          <Tag tone={BLOCK_TONES[block_status]}>{words(`qr.batch_query.block_status.${block_status}`)}</Tag>
        );
      },
    },
    {
      field: 'view_number',
      width: 100,
      align: 'right',
      priority: 2,
      render: (row) => (row.link === '' ? <Absent /> : format.number(row.view_number)),
    },
  ];
}

/** The code with the way to its page, or why there is none. */
function Found({ row }: { row: LineFound }) {
  if (row.link === '') return <div className={`${styles.note} ${styles.alone}`}>{row.note}</div>;
  return (
    <span className={styles.found} title={row.name}>
      {row.status === 'removed' ? row.name : <CodeLink id={row.link} name={row.name} />}
      {row.note === '' ? null : <span className={styles.note}>{row.note}</span>}
    </span>
  );
}
