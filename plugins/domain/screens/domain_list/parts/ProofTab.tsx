import {
  Absent,
  type Fact,
  Facts,
  Panel,
  RelativeTime,
  ScreenLink,
  Tag,
  type ThingHandle,
  usePermission,
  useWords,
} from '@waypost/host-sdk';
import { HELD_STATES } from '../../../domains/values.ts';
import type { DomainRow } from '../row.ts';
import { DomainReach } from './DomainReach.tsx';
import styles from './domain.module.css';
import { OfferedName } from './OfferedName.tsx';
import { RecordsPanel } from './RecordsPanel.tsx';
import { DOMAIN_TONES } from './tones.ts';

/** How a domain is proved, the exact record to copy, and what the last look found. */
export function ProofTab({ domain, page }: { domain: DomainRow; page: ThingHandle }) {
  return (
    <div className={styles.stack}>
      <RecordsPanel domain={domain} page={page} />
      <OfferedName domain={domain} />
      <Checks domain={domain} />
    </div>
  );
}

function Checks({ domain }: { domain: DomainRow }) {
  const words = useWords();
  const may = usePermission();
  const isWatched = (HELD_STATES as readonly string[]).includes(domain.state);
  const { state, fault, reach_fault, checked_time, next_check_time, found_time, method } = domain;
  const facts: Fact[] = [
    ...(domain.is_platform
      ? []
      : [
          [
            words('domain.check.proof'),
            <span key="proof">
              {words(`domain.domain.method.${method}`)}
              {fault === '' ? null : <p className={styles.fault}>{words(`domain.fault.${fault}`)}</p>}
            </span>,
          ] as const,
          [words('domain.check.found'), <RelativeTime key="found" value={found_time} />] as const,
        ]),
    [
      words('domain.domain.reach'),
      <span key="reach">
        <DomainReach domain={domain} />
        {reach_fault === '' ? null : <p className={styles.fault}>{words(`domain.fault.${reach_fault}`)}</p>}
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
