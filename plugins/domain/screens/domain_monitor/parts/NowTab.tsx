import { type Fact, Facts, Panel, RelativeTime, Tag, useFormat, useWords } from '@waypost/host-sdk';
import type { ReactNode } from 'react';
import styles from '../../../watching/facets.module.css';
import { FACETS, type Facet } from '../../../watching/values.ts';
import type { WatchRow } from '../row.ts';
import { NextLook } from './NextLook.tsx';
import { WATCH_TONES } from './tones.ts';

/** Each facet with what is believed of it, since when, and what the last look found. */
export function NowTab({ watch }: { watch: WatchRow }) {
  const words = useWords();
  const facts: Fact[] = [
    [words('domain.watch.checked_time'), <RelativeTime key="checked" value={watch.checked_time} />],
    [words('domain.watch.next_check_time'), <NextLook key="next" time={watch.next_check_time} />],
  ];
  return (
    <div className={styles.stack}>
      <Panel title={words('domain.watch.looks.title')} text={words('domain.watch.looks.text')}>
        <ul className={styles.facets}>
          {FACETS.map((facet) => (
            <FacetLine key={facet} facet={facet} watch={watch} />
          ))}
        </ul>
        <Facts facts={facts} />
      </Panel>
    </div>
  );
}

function FacetLine({ facet, watch }: { facet: Facet; watch: WatchRow }) {
  const words = useWords();
  const format = useFormat();
  const facts = watch.facets[facet];
  const isBelieved = watch[facet] !== 'unknown';
  const fault = facts?.fault ?? 'not_looked';
  const took =
    facts?.ms === null || facts?.ms === undefined
      ? ''
      : words('domain.watch.took', { ms: format.number(facts.ms) });
  return (
    <li className={styles.facet}>
      <div>
        <h3 className={styles.name}>{words(`domain.watch.${facet}`)}</h3>
        <p className={styles.quiet}>{words(`domain.watch.facet.${facet}.text`)}</p>
      </div>
      <div>
        <Tag tone={WATCH_TONES[facet][watch[facet]]}>{words(`domain.watch.${facet}.${watch[facet]}`)}</Tag>
        {isBelieved && facts?.since ? (
          <p className={styles.quiet}>
            {words('domain.watch.since', { time: format.dateTime(facts.since) })}
          </p>
        ) : null}
      </div>
      <div className={styles.found}>
        {facts?.time && fault !== 'not_watched' ? (
          <p className={styles.last}>
            {words(`domain.watch.last.${facts.finding}`)}
            <span className={styles.quiet}>
              {' '}
              · <RelativeTime value={facts.time} />
              {took === '' ? '' : ` · ${took}`}
            </span>
          </p>
        ) : null}
        {fault === '' ? null : <p className={styles.last}>{words(`domain.watch.fault.${fault}`)}</p>}
        <Beside facet={facet} watch={watch} />
      </div>
    </li>
  );
}

/** What a look brought to light beside its verdict. */
function Beside({ facet, watch }: { facet: Facet; watch: WatchRow }) {
  const words = useWords();
  const lines: [string, ReactNode][] = [];
  if (facet === 'dns' && watch.addresses.length > 0)
    lines.push([
      words('domain.watch.addresses'),
      <span key="a" className={styles.mono}>
        {watch.addresses.join(', ')}
      </span>,
    ]);
  if (facet === 'certificate' && watch.certificate_until !== null) {
    lines.push([
      words('domain.watch.certificate_until'),
      <RelativeTime key="c" value={watch.certificate_until} mayLieAhead />,
    ]);
    lines.push([words('domain.watch.certificate_issuer'), watch.certificate_issuer]);
  }
  if (facet === 'registration' && watch.registration_until !== null)
    lines.push([
      words('domain.watch.registration_until'),
      <RelativeTime key="r" value={watch.registration_until} mayLieAhead />,
    ]);
  if (facet === 'registration' && watch.registration_status.length > 0)
    lines.push([words('domain.watch.registration_status'), watch.registration_status.join(', ')]);
  return lines.map(([label, value]) => (
    <p key={label} className={styles.last}>
      <span className={styles.quiet}>{label}</span> {value}
    </p>
  ));
}
