import { useCall, useWords } from '@waypost/host-sdk';
import { changeDomainNameCall } from '../calls.ts';
import type { StepChange } from '../values.ts';
import styles from './hosts.module.css';

/** What other domains would come to for codes and what is printed of them, before anything is changed. */
export function PrintFate({ ids, change }: { ids: readonly string[]; change: StepChange }) {
  const words = useWords();
  const { data, isError } = useCall(changeDomainNameCall, { ids: [...ids], ...change, is_trial: true });
  // What cannot be is said at the field when it is sent.
  if (data === undefined || isError) return null;
  const { changed, keeps, stops, refused } = data;
  return (
    <div className={styles.fate} role="status">
      {changed === 0 && refused === 0 ? <p>{words('qr.domains.fate.nothing')}</p> : null}
      {changed > 0 ? <p>{words('qr.domains.fate.changed', { count: changed })}</p> : null}
      {keeps > 0 ? <p>{words('qr.domains.fate.keeps', { count: keeps })}</p> : null}
      {stops > 0 ? (
        <p className={styles.warning}>
          <strong>{words('qr.domains.fate.stops', { count: stops })}</strong>
        </p>
      ) : null}
      {refused > 0 ? (
        <p className={styles.warning}>{words('qr.domains.fate.refused', { count: refused })}</p>
      ) : null}
    </div>
  );
}
