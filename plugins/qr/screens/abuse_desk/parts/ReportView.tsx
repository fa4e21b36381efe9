import {
  Absent,
  CopyText,
  type Fact,
  Facts,
  Panel,
  PendingState,
  RelativeTime,
  ResourceForm,
  ScreenLink,
  Tag,
  usePermission,
  useWords,
} from '@waypost/host-sdk';
import { CodeState } from '../../../codes/parts/CodeState.tsx';
import { FreezeNotice } from '../../../codes/parts/FreezeNotice.tsx';
import { OwnerLink } from '../../../codes/parts/OwnerLink.tsx';
import type { ReportedCode as Code, OtherReport, ReportAbout } from '../calls.ts';
import { abuseReport, type ReportRow } from '../resource.ts';
import styles from './report.module.css';
import { REPORT_TONES } from './report-tones.ts';

const NOTE = [{ fields: ['remark'], hiddenLabels: ['remark'] }];

interface ReportViewProps {
  report: ReportRow;
  /** Undefined while it loads. */
  about: ReportAbout | undefined;
  error: unknown;
  onChanged: () => void;
}

/** What was reported, the code and where it led and leads, and the other reports about it. */
export function ReportView({ report, about, error, onChanged }: ReportViewProps) {
  const words = useWords();
  const may = usePermission();
  return (
    <>
      <Reported report={report} />
      {about === undefined ? (
        <PendingState error={error} onRetry={onChanged} lines={5} height={20} />
      ) : (
        <>
          <Panel title={words('qr.abuse_report.about')}>
            {about.code ? <ReportedCode code={about.code} /> : <p>{words('qr.abuse_report.about.gone')}</p>}
          </Panel>
          <Places then={report.targets} now={about.code ? about.targets : undefined} />
          <Others others={about.others} further={about.further} />
        </>
      )}
      {may('qr.abuse_report:update') ? (
        <Panel title={words('qr.abuse_report.remark')} text={words('qr.abuse_report.remark.text')}>
          <ResourceForm
            key={report.version}
            resource={abuseReport}
            mode="edit"
            row={report}
            sections={NOTE}
            onSaved={onChanged}
          />
        </Panel>
      ) : null}
    </>
  );
}

function Reported({ report }: { report: ReportRow }) {
  const words = useWords();
  const { address, reason, text, contact, state, state_time, state_account, answer } = report;
  const label = (field: string) => words(`qr.abuse_report.${field}`);
  const facts: Fact[] = [
    [label('address'), <CopyText key="address" value={address} isWhole />],
    [label('reason'), words(`qr.abuse_report.reason.${reason}`)],
    [label('text'), text ? <LongText key="text" text={text} /> : <Absent key="text" />],
    [
      label('contact'),
      contact ? <CopyText key="contact" value={contact} isMono={false} /> : <Absent key="contact" />,
    ],
    [
      label('state'),
      <span key="state">
        {words(`qr.abuse_report.state.${state}`)}
        {state_time ? (
          <>
            {' · '}
            {state_account} · <RelativeTime value={state_time} />
          </>
        ) : null}
      </span>,
    ],
    ...(answer ? ([[label('answer'), <LongText key="answer" text={answer} />]] as Fact[]) : []),
  ];
  return (
    <Panel title={words('qr.abuse_report.reported')}>
      <Facts facts={facts} />
    </Panel>
  );
}

function ReportedCode({ code }: { code: Code }) {
  const words = useWords();
  const may = usePermission();
  const label = (field: string) => words(`qr.code.${field}`);
  return (
    <>
      <FreezeNotice code={code} isOperator />
      <Facts
        facts={[
          [
            label('name'),
            may('qr.code:read') && may('qr.code:read_all') ? (
              <ScreenLink key="name" to={`set_qr_code?id=${code.id}`}>
                {code.name}
              </ScreenLink>
            ) : (
              code.name
            ),
          ],
          [label('short_url'), <CopyText key="url" value={code.short_url} isWhole />],
          [label('owner_account'), <OwnerLink key="owner" of={code} />],
          [
            label('state'),
            code.remove_time ? words('qr.abuse_report.about.binned') : <CodeState key="state" code={code} />,
          ],
          [label('view_number'), code.view_number],
          [label('create_time'), <RelativeTime key="made" value={code.create_time} />],
        ]}
      />
    </>
  );
}

/** @param now undefined: the code is gone */
function Places({ then, now }: { then: readonly string[]; now: readonly string[] | undefined }) {
  const words = useWords();
  const isSame =
    now !== undefined && then.length === now.length && then.every((place) => now.includes(place));
  return (
    <Panel
      title={words('qr.abuse_report.places')}
      text={words(isSame ? 'qr.abuse_report.places.same' : 'qr.abuse_report.places.text')}
    >
      <div className={styles.places}>
        {isSame ? null : <PlaceList title="qr.abuse_report.places.then" places={then} />}
        {now ? <PlaceList title={isSame ? undefined : 'qr.abuse_report.places.now'} places={now} /> : null}
      </div>
    </Panel>
  );
}

function PlaceList({ title, places }: { title: string | undefined; places: readonly string[] }) {
  const words = useWords();
  return (
    <section className={styles.place}>
      {title === undefined ? null : <h3>{words(title)}</h3>}
      {places.length === 0 ? (
        <Absent />
      ) : (
        <ul>
          {places.map((place) => (
            <li key={place}>
              <CopyText value={place} isWhole />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Others({ others, further }: { others: readonly OtherReport[]; further: number }) {
  const words = useWords();
  if (others.length + further === 0) return null;
  return (
    <Panel
      title={words('qr.abuse_report.more', { count: others.length + further })}
      {...(further > 0 ? { text: words('qr.abuse_report.further', { count: further }) } : {})}
    >
      <ul className={styles.others}>
        {others.map(({ id, reason, text, state, create_time }) => (
          <li key={id} className={styles.other}>
            <ScreenLink to={`abuse_desk?id=${id}`}>{words(`qr.abuse_report.reason.${reason}`)}</ScreenLink>
            <Tag tone={REPORT_TONES.state[state]}>{words(`qr.abuse_report.state.${state}`)}</Tag>
            <span className={styles.minor}>
              <RelativeTime value={create_time} />
            </span>
            {text ? <LongText text={text} /> : null}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** What people wrote, with its lines. */
function LongText({ text }: { text: string }) {
  return <p className={styles.text}>{text}</p>;
}
