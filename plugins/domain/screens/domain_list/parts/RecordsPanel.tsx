import { IconRefresh } from '@arco-design/web-react/icon';
import {
  Button,
  CopyText,
  Facts,
  Panel,
  ScreenLink,
  type ThingHandle,
  usePermission,
  useWords,
} from '@waypost/host-sdk';
import type { ReactNode } from 'react';
import type { DomainRow } from '../row.ts';
import styles from './domain.module.css';
import { useLook } from './use-look.ts';

/** The records of which one proves the domain, and those that lead visits here where they do not come yet. */
export function RecordsPanel({ domain, page }: { domain: DomainRow; page: ThingHandle }) {
  const words = useWords();
  const may = usePermission();
  const { txt_name, txt_value, cname_value, name, leading, is_platform, ended_time } = domain;
  const isLed = !isPointedHere(domain) && ended_time === null && (!is_platform || may('domain.platform:add'));
  // An alias is of no use where only addresses lead here: beside the other records of a zone it must not stand.
  const isAlias =
    cname_value !== '' && (leading.length === 0 || leading.some(({ type }) => type === 'CNAME'));
  const proving = [
    ...(txt_name === '' ? [] : [{ type: 'TXT', name: txt_name, value: txt_value }]),
    ...(txt_name !== '' && isAlias ? [{ type: 'CNAME', name, value: cname_value }] : []),
  ];
  // Where no address is known the alias alone is offered above, which a registered name cannot have.
  const isAsked = isLed && (!isAlias || leading.length === 0);
  if (proving.length === 0 && !isAsked) return null;
  return (
    <Panel title={words('domain.records.title')}>
      <div className={styles.records}>
        {proving.map((record) => (
          <Part
            key={record.type}
            title={words(`domain.record.${record.type}.title`)}
            text={words(`domain.record.${record.type}.text`)}
          >
            <RecordFacts record={record} />
          </Part>
        ))}
        {isAsked ? (
          <Part
            title={words('domain.record.leading.title')}
            text={words(
              leading.length === 0 ? 'domain.record.no_address.text' : 'domain.record.leading.text',
              { name: domain.shown },
            )}
          >
            {leading.map((record) => (
              <RecordFacts key={record.value} record={record} />
            ))}
            {leading.length === 0 ? <AddressUnknown domain={domain} page={page} /> : null}
          </Part>
        ) : null}
      </div>
    </Panel>
  );
}

/** A certificate that is not valid keeps visits away from a domain whose records are right. */
const isPointedHere = ({ reach, reach_fault, dns }: DomainRow): boolean =>
  reach === 'here' || (reach_fault === 'no_safe_connection' && dns === 'good');

function Part({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section>
      <h3 className={styles.recordTitle}>{title}</h3>
      <p className={styles.hint}>{text}</p>
      {children}
    </section>
  );
}

/** The record as far as it is known, who sets the address that it lacks, and a button that asks for it anew. */
function AddressUnknown({ domain, page }: { domain: DomainRow; page: ThingHandle }) {
  const words = useWords();
  const maySet = usePermission()('system.configuration:update');
  const { mayLook, isLooking, look } = useLook(domain, page);
  return (
    <>
      <Facts
        facts={[
          [words('domain.record.type'), <CopyText key="type" value="A" />],
          [words('domain.record.name'), <CopyText key="name" value={domain.name} isWhole />],
          [words('domain.record.value'), words('domain.record.no_address.value')],
        ]}
      />
      <p className={styles.next}>
        {words(maySet ? 'domain.record.no_address.set' : 'domain.record.no_address.ask')}
      </p>
      <div className={styles.buttons}>
        {mayLook ? (
          <Button icon={<IconRefresh />} isBusy={isLooking} onClick={look}>
            {words('domain.check.again')}
          </Button>
        ) : null}
        {maySet ? <ScreenLink to="configuration">{words('public_address.set')}</ScreenLink> : null}
      </div>
    </>
  );
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
