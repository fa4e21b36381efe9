import { EmptyState, RelativeTime, Skeleton, Tag, ThingPage, useCall, useWords } from '@waypost/host-sdk';
import { HistoryTab } from '../../set_qr_code/parts/tabs/HistoryTab.tsx';
import { aboutReportCall, type ReportAbout } from '../calls.ts';
import { abuseReport, type ReportRow } from '../resource.ts';
import { ReportActions } from './ReportActions.tsx';
import { ReportView } from './ReportView.tsx';
import styles from './report.module.css';
import { REPORT_TONES } from './report-tones.ts';

/** The page of one report: what was reported, the code that it is about, and what can be done. */
export function ReportPage() {
  const words = useWords();
  return (
    <ThingPage
      resource={abuseReport}
      back={{ screen: 'abuse_desk', label: 'menu.abuse_desk' }}
      state={({ state }) => (
        <Tag tone={REPORT_TONES.state[state]}>{words(`qr.abuse_report.state.${state}`)}</Tag>
      )}
      facts={({ reason, create_time }) => (
        <>
          {words(`qr.abuse_report.reason.${reason}`)} · <RelativeTime value={create_time} />
        </>
      )}
      actions={(report, { reload }) => <WithAbout report={report} onChanged={reload} part="actions" />}
      tabs={[
        {
          name: 'report',
          title: 'qr.abuse_report.tab.report',
          content: (report, { reload }) => <WithAbout report={report} onChanged={reload} part="view" />,
        },
        {
          name: 'history',
          title: 'qr.abuse_report.tab.history',
          // Codes that visitors report are other people's.
          permission: 'qr.code:read_all',
          content: (report, { reload }) => <WithAbout report={report} onChanged={reload} part="history" />,
        },
      ]}
    />
  );
}

interface WithAboutProps {
  report: ReportRow;
  onChanged: () => void;
  part: 'actions' | 'view' | 'history';
}

/** Head and body ask the same question, which is sent once. */
function WithAbout({ report, onChanged, part }: WithAboutProps) {
  const words = useWords();
  const { data, error, refetch } = useCall(aboutReportCall, { id: report.id });
  const about: ReportAbout | undefined = data;
  const changed = () => {
    onChanged();
    void refetch();
  };
  const code = about?.code ?? undefined;
  if (part === 'actions') return <ReportActions report={report} code={code} onChanged={changed} />;
  if (part === 'history')
    return code ? (
      <HistoryTab code={code} />
    ) : about ? (
      <EmptyState title={words('qr.abuse_report.about.gone')} />
    ) : (
      <Skeleton lines={5} height={20} />
    );
  return (
    <div className={styles.page}>
      <ReportView report={report} about={about} error={error} onChanged={changed} />
    </div>
  );
}
