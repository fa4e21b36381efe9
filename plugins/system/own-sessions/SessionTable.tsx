import { IconClose } from '@arco-design/web-react/icon';
import { DataTable, IconButton, RelativeTime, type TableColumn } from '@waypost/host-sdk';
import type { ReactNode } from 'react';

/** A session as far as it is told of alike, to whose it is and to who runs the platform. */
interface SessionRow {
  id: string;
  ip: string;
  last_time: string;
  acted_by: string | null;
}

interface SessionTableProps<Row extends SessionRow> {
  label: string;
  rows: Row[];
  /** Words of a column. */
  title: (column: string) => string;
  device: (session: Row) => ReactNode;
  /** Stands where nobody acts as the person. */
  ofPerson: string;
  /** Between address and last use. */
  columns?: TableColumn<Row>[];
  /** What its button says; nothing: it cannot be ended here. */
  endLabel: (session: Row) => string | undefined;
  onEnd: (id: string) => void;
}

/** Where somebody is logged in, with an end for each. */
export function SessionTable<Row extends SessionRow>(props: SessionTableProps<Row>) {
  const { title, columns = [], endLabel, onEnd } = props;
  return (
    <DataTable<Row>
      label={props.label}
      rows={props.rows}
      rowKey={({ id }) => id}
      columns={[
        { key: 'device', title: title('device'), render: props.device },
        { key: 'ip', title: title('ip'), render: ({ ip }) => ip, priority: 2 },
        ...columns,
        {
          key: 'last',
          title: title('last'),
          render: ({ last_time }) => <RelativeTime value={last_time} />,
          priority: 1,
        },
        {
          key: 'acted_by',
          title: title('acted_by'),
          render: ({ acted_by }) => acted_by ?? props.ofPerson,
          priority: 4,
        },
      ]}
      actions={(session) => {
        const label = endLabel(session);
        if (label === undefined) return null;
        return <IconButton label={label} icon={<IconClose />} onClick={() => onEnd(session.id)} />;
      }}
    />
  );
}
