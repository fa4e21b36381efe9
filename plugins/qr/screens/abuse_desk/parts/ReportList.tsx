import { ResourceList, useWords } from '@waypost/host-sdk';
import { abuseReport } from '../resource.ts';
import styles from './report.module.css';
import { REPORT_TONES } from './report-tones.ts';

/** Every report, the newest first. Several about one code say so of each other. */
export function ReportList() {
  const words = useWords();
  return (
    <ResourceList
      resource={abuseReport}
      form={false}
      rowTo={({ id }) => `abuse_desk?id=${id}`}
      filters={['state', 'reason']}
      tones={REPORT_TONES}
      columns={[
        {
          field: 'address',
          render: ({ address, code_name, more }) => (
            <span className={styles.name}>
              <span>{code_name || address}</span>
              <span className={styles.minor}>
                {more > 0 ? words('qr.abuse_report.more', { count: more }) : address}
              </span>
            </span>
          ),
        },
        { field: 'reason', width: 190 },
        { field: 'text' },
        { field: 'state', width: 130 },
        { field: 'create_time', width: 150 },
        { field: 'contact', isHidden: true },
        { field: 'state_time', isHidden: true },
        { field: 'remark', isHidden: true },
      ]}
    />
  );
}
