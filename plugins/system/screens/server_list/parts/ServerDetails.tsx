import { Alert } from '@arco-design/web-react';
import type { RowOf } from '@waypost/contract';
import { Absent, CopyText, Facts, RelativeTime, useFormat, useWords } from '@waypost/host-sdk';
import { addressOf } from '../address.ts';
import type { server } from '../resource.ts';
import { HowToCompare } from './HowToCompare.tsx';
import styles from './servers.module.css';

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;

/** What is known of a server, and what stands between it and us. */
export function ServerDetails({ row }: { row: RowOf<typeof server> }) {
  const words = useWords();
  const format = useFormat();
  const { state, fault, login_fault, uptime, facts_time } = row;
  return (
    <div className={styles.stack}>
      {state === 'key_changed' ? (
        <Alert type="error" content={words('system.server.changed.text')} />
      ) : fault !== '' ? (
        <Alert type="error" content={words(`system.server.fault.${fault}`)} />
      ) : login_fault !== '' ? (
        <Alert type="warning" content={words(`system.server.fault.${login_fault}`)} />
      ) : state === 'unconfirmed' ? (
        <Alert type="warning" content={words('system.server.unconfirmed.text')} />
      ) : null}
      <Facts
        facts={[
          [words('system.server.host'), <CopyText key="address" value={addressOf(row)} />],
          [words('system.server.account'), row.account],
          [words('system.server.method'), words(`system.server.method.${row.method}`)],
          [words('system.server.group'), row.group === '' ? <Absent key="group" /> : row.group],
          [words('system.server.remarks'), row.remarks === '' ? <Absent key="remarks" /> : row.remarks],
          [
            words('system.server.latency'),
            row.latency === null ? (
              <Absent key="latency" />
            ) : (
              words('system.server.milliseconds', { value: format.number(row.latency) })
            ),
          ],
          [words('system.server.seen_time'), <RelativeTime key="seen" value={row.seen_time} />],
          [words('system.server.checked_time'), <RelativeTime key="checked" value={row.checked_time} />],
        ]}
      />
      {row.fingerprint === '' ? null : (
        <Facts
          facts={[
            [words('system.server.fingerprint'), <CopyText key="known" value={row.fingerprint} isWhole />],
            [words('system.server.key_type'), row.key_type],
            [
              words('system.server.confirmed_by'),
              <span key="by">
                {row.confirmed_by} · <RelativeTime value={row.confirmed_time} />
              </span>,
            ],
            ...(state === 'key_changed'
              ? [
                  [
                    words('system.server.shown_fingerprint'),
                    <CopyText key="shown" value={row.shown_fingerprint} isWhole />,
                  ] as const,
                ]
              : []),
          ]}
        />
      )}
      {state === 'key_changed' ? <HowToCompare type={row.shown_type} /> : null}
      {facts_time === null ? null : (
        <Facts
          facts={[
            [
              words('system.server.uptime'),
              uptime === null ? (
                <Absent key="uptime" />
              ) : uptime < 2 * DAY_SECONDS ? (
                words('system.server.hours', { count: format.number(Math.floor(uptime / HOUR_SECONDS)) })
              ) : (
                words('system.server.days', { count: format.number(Math.floor(uptime / DAY_SECONDS)) })
              ),
            ],
            [
              words('system.server.load'),
              row.load === null ? <Absent key="load" /> : format.number(row.load),
            ],
            [
              words('system.server.disk_used'),
              row.disk_used === null ? <Absent key="disk" /> : format.percent(row.disk_used / 100),
            ],
            [words('system.server.facts_time'), <RelativeTime key="time" value={facts_time} />],
          ]}
        />
      )}
    </div>
  );
}
