import { Cards, DataTable, type TableColumn, useFormat, useIsPhone, useWords } from '@waypost/host-sdk';
import { usePlaceName } from '../../../places/use-place-name.ts';
import { deviceName } from '../../visitor/device-name.ts';
import type { ClassedRecord } from '../classify.ts';
import styles from './access-log.module.css';
import { ClassMark } from './Legend.tsx';

/** The found visits, columns in the order of docs/product.md, "Visitor look-up". */
export function RecordTable({ records }: { records: readonly ClassedRecord[] }) {
  const words = useWords();
  const format = useFormat();
  const isPhone = useIsPhone();
  const { place, network } = usePlaceName();
  // The call tells place and provider in one text.
  const belongs = (text: string, isp: string): string =>
    isp !== '' && text.endsWith(isp)
      ? `${place(text.slice(0, -isp.length).trim())} ${network(isp)}`
      : place(text);
  const title = (key: string) => words(`qr.enquiry.column.${key}`);
  const columns: TableColumn<ClassedRecord>[] = [
    {
      key: 'status',
      title: title('status'),
      render: (record) => <ClassMark name={record.visitor_class} />,
    },
    { key: 'domain', title: title('domain'), render: ({ domain }) => domain },
    {
      key: 'time',
      title: title('time'),
      render: ({ latest_create_time }) => (
        <span className={styles.time}>{format.dateTime(latest_create_time)}</span>
      ),
    },
    { key: 'ip', title: title('ip'), render: ({ ip }) => <span className={styles.ip}>{ip}</span> },
    {
      key: 'count',
      title: title('count'),
      isRight: true,
      render: ({ ip_count }) => format.number(ip_count),
    },
    {
      key: 'belong',
      title: title('belong'),
      render: ({ latest_ip_belong, isp }) => belongs(latest_ip_belong, isp),
    },
    { key: 'system', title: title('system'), render: ({ system }) => system },
    { key: 'model', title: title('model'), render: (record) => deviceName(record, words) },
    {
      key: 'source',
      title: title('source'),
      render: ({ latest_source }) => (
        <ul className={styles.source}>
          {latest_source
            .split(';')
            .filter((part) => part !== '')
            .map((part) => (
              <li key={part}>{part}</li>
            ))}
        </ul>
      ),
    },
    {
      key: 'agent',
      title: title('agent'),
      render: ({ latest_user_agent }) => (
        <span className={styles.agent} title={latest_user_agent}>
          {latest_user_agent}
        </span>
      ),
    },
  ];
  const List = isPhone ? Cards<ClassedRecord> : DataTable<ClassedRecord>;
  return (
    <List
      label={words('qr.enquiry.results')}
      columns={columns}
      rows={records}
      rowKey={({ domain, ip }) => `${domain} ${ip}`}
    />
  );
}
