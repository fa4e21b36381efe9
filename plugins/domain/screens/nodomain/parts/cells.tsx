import { ScreenLink, Tag, usePermission, useWords } from '@waypost/host-sdk';
import type { HomelessRow } from '../calls.ts';
import styles from './homeless.module.css';

const TONES = {
  missing: 'bad',
  foreign: 'warning',
  blocked: 'bad',
  failing: 'bad',
  unproved: 'warning',
  expired: 'bad',
} as const;

/** A code by its name, with the way to it, and below it what is printed. */
export function CodeCell({ row: { code, name, short_url, is_binned } }: { row: HomelessRow }) {
  const words = useWords();
  const may = usePermission();
  return (
    <span className={styles.stack}>
      <span className={styles.line}>
        {may('qr.code:read') && !is_binned ? (
          <ScreenLink to={`set_qr_code?id=${code}`}>{name}</ScreenLink>
        ) : (
          <span>{name}</span>
        )}
        {is_binned ? <Tag>{words('domain.homeless.binned')}</Tag> : null}
      </span>
      <code className={styles.quiet}>{short_url.replace(/^https?:\/\//, '')}</code>
    </span>
  );
}

/** The domain, with the way to its page where it has one that the reader may see. */
export function DomainCell({ row: { domain, domain_id, reason } }: { row: HomelessRow }) {
  const may = usePermission();
  const isTheirs = reason !== 'foreign' || may('domain.domain:read_all');
  return domain_id !== null && isTheirs && may('domain.domain:read') ? (
    <ScreenLink to={`domain_list?id=${domain_id}`}>{domain}</ScreenLink>
  ) : (
    <span>{domain}</span>
  );
}

/** Why the code cannot rest there, in a word and a sentence. */
export function ReasonCell({ row: { reason, fault } }: { row: HomelessRow }) {
  const words = useWords();
  return (
    <span className={styles.stack}>
      <span>
        <Tag tone={TONES[reason]}>{words(`domain.homeless.reason.${reason}`)}</Tag>
      </span>
      <span className={`${styles.quiet} ${styles.why}`}>
        {words(fault === '' ? `domain.homeless.why.${reason}` : `domain.watch.fault.${fault}`)}
      </span>
    </span>
  );
}
