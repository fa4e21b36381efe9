import { DataTable, Pagination, Panel, useFormat, useWords } from '@waypost/host-sdk';
import { useState } from 'react';

interface Day {
  day: string;
  link_number: number;
  kept_number: number;
}
/** Days on one page, unless another number is chosen. */
const AT_ONCE = 10;

/** On which days an address came, newest first. */
export function AddressDays({ days }: { days: readonly Day[] }) {
  const words = useWords();
  const format = useFormat();
  const [page, setPage] = useState(1);
  const [size, setSize] = useState(AT_ONCE);
  return (
    <Panel title={words('qr.checkout_ip.days')} text={words('qr.checkout_ip.days.text')}>
      <DataTable
        label={words('qr.checkout_ip.days')}
        rows={days.slice((page - 1) * size, page * size)}
        rowKey={({ day }) => day}
        columns={[
          { key: 'day', title: words('qr.checkout_ip.day'), render: ({ day }) => format.day(day) },
          {
            key: 'link_number',
            title: words('qr.checkout_ip.link_number'),
            isRight: true,
            width: 160,
            render: ({ link_number }) => format.number(link_number),
          },
          {
            key: 'kept_number',
            title: words('qr.checkout_ip.kept_number'),
            isRight: true,
            width: 160,
            render: ({ kept_number }) => format.number(kept_number),
          },
        ]}
      />
      {days.length > AT_ONCE ? (
        <Pagination
          page={page}
          pageSize={size}
          count={days.length}
          onPage={setPage}
          onPageSize={(next) => {
            setSize(next);
            setPage(1);
          }}
        />
      ) : null}
    </Panel>
  );
}
