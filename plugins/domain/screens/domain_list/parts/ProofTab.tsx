import { Alert } from '@arco-design/web-react';
import {
  Absent,
  CopyText,
  type Fact,
  Facts,
  Panel,
  RelativeTime,
  ScreenLink,
  Tag,
  usePermission,
  useWords,
} from '@waypost/host-sdk';
import { HELD_STATES } from '../../../domains/values.ts';
import type { DomainRow } from '../row.ts';
import styles from './domain.module.css';
import { OfferedName } from './OfferedName.tsx';
import { DOMAIN_TONES } from './tones.ts';

/** How a domain is proved, the exact record to copy, and what the last look found. */
export function ProofTab({ domain }: { domain: DomainRow }) {
  return (
    <div className={styles.stack}>
      <Records domain={domain} />
      <OfferedName domain={domain} />
      <Checks domain={domain} />
    </div>
  );
}

/** The records of which one proves the domain, and those that lead visits here where they do not come yet. */
function Records({ domain }: { domain: DomainRow }) {
  const words = useWords();
  const { txt_name, txt_value, cname_value, name, leading } = domain;
  const isLed = useIsLed(domain);
  // An alias is of no use where only addresses lead here: beside the other records of a zone it must not stand.
  const isAlias =
    cname_value !== '' && (leading.length === 0 || leading.some(({ type }) => type === 'CNAME'));
  const proving = [
    ...(txt_name === '' ? [] : [{ type: 'TXT', name: txt_name, value: txt_value }]),
    ...(txt_name !== '' && isAlias ? [{ type: 'CNAME', name, value: cname_value }] : []),
  ];
  const isAsked = isLed && !isAlias;
  if (proving.length === 0 && !isAsked) return null;
  return (
    <div className={styles.records} data-count={proving.length + (isAsked ? 1 : 0)}>
      {proving.map((record) => (
        <Panel
          key={record.type}
          title={words(`domain.record.${record.type}.title`)}
          text={words(`domain.record.${record.type}.text`)}
        >
          <RecordFacts record={record} />
        </Panel>
      ))}
      {isAsked ? (
        <Panel
          title={words('domain.record.leading.title')}
          text={leading.length === 0 ? '' : words('domain.record.leading.text', { name: domain.shown })}
        >
          {leading.length === 0 ? (
            <Alert type="warning" content={words('domain.resolution.no_address')} />
          ) : null}
          {leading.map((record) => (
            <RecordFacts key={record.value} record={record} />
          ))}
        </Panel>
      ) : null}
    </div>
  );
}

/** Whether the reader is the one who leads visits of a domain here, and they do not come yet. */
function useIsLed({ reach, ended_time, is_platform }: DomainRow): boolean {
  const may = usePermission();
  return reach !== 'here' && ended_time === null && (!is_platform || may('domain.platform:add'));
}

function RecordFacts({ record }: { record: { type: string; name: string; value: string } }) {
  const words = useWords();
  return (
    <Facts
      facts={[
        [words('domain.record.type'), <CopyText key="type" value={record.type} />],
        [words('domain.record.name'), <CopyText key="name" value={record.name} isWhole />],
        [words('domain.record.value'), <CopyText key="value" value={record.value} isWhole />],
      ]}
    />
  );
}

function Checks({ domain }: { domain: DomainRow }) {
  const words = useWords();
  const may = usePermission();
  const isWatched = (HELD_STATES as readonly string[]).includes(domain.state);
  const { state, fault, reach, reach_fault, checked_time, next_check_time, found_time, method } = domain;
  const facts: Fact[] = [
    ...(domain.is_platform
      ? []
      : [
          [
            words('domain.check.proof'),
            <span key="proof">
              {words(`domain.domain.method.${method}`)}
              {fault === '' ? null : <Alert type="warning" content={words(`domain.fault.${fault}`)} />}
            </span>,
          ] as const,
          [words('domain.check.found'), <RelativeTime key="found" value={found_time} />] as const,
        ]),
    [
      words('domain.domain.reach'),
      <span key="reach">
        <Tag tone={DOMAIN_TONES.reach[reach]}>{words(`domain.domain.reach.${reach}`)}</Tag>
        {reach_fault === '' ? null : <p>{words(`domain.fault.${reach_fault}`)}</p>}
      </span>,
    ],
    ...(isWatched
      ? [
          [
            words('domain.domain.dns'),
            <Tag key="dns" tone={DOMAIN_TONES.dns[domain.dns]}>
              {words(`domain.domain.dns.${domain.dns}`)}
            </Tag>,
          ] as const,
          [
            words('domain.domain.https'),
            <Tag key="https" tone={DOMAIN_TONES.https[domain.https]}>
              {words(`domain.domain.https.${domain.https}`)}
            </Tag>,
          ] as const,
          [
            words('domain.domain.certificate_until'),
            <RelativeTime key="certificate" value={domain.certificate_until} mayLieAhead />,
          ] as const,
        ]
      : []),
    [words('domain.domain.checked_time'), <RelativeTime key="checked" value={checked_time} />],
    [words('domain.domain.next_check_time'), <NextCheck key="next" time={next_check_time} />],
  ];
  return (
    <Panel
      title={words('domain.check.title')}
      text={words(`domain.check.text.${state}`)}
      actions={
        isWatched && may('domain.watch:read') ? (
          <ScreenLink to={`domain_monitor?id=${domain.id}`}>{words('menu.domain_monitor')}</ScreenLink>
        ) : null
      }
    >
      <Facts facts={facts} />
    </Panel>
  );
}

/** When it is looked at next; one whose time has come waits for the next round of a minute. */
function NextCheck({ time }: { time: string | null }) {
  const words = useWords();
  if (time === null) return <Absent />;
  if (Date.parse(time) <= Date.now()) return words('domain.check.soon');
  return <RelativeTime value={time} mayLieAhead />;
}
