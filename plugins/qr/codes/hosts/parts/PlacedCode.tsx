import { CopyText } from '@waypost/host-sdk';
import type { CodeRow } from '../../code-row.ts';
import styles from './hosts.module.css';

/** A short code that copies its address, with its host below where that is not the platform's own address. */
export function PlacedCode({ code }: { code: Pick<CodeRow, 'domain' | 'short_code' | 'short_url'> }) {
  const short_code = <CopyText value={code.short_url} shown={code.short_code} />;
  if (code.domain === '') return short_code;
  return (
    <span className={styles.placed}>
      {short_code}
      <span className={styles.host} title={code.domain}>
        {code.domain}
      </span>
    </span>
  );
}
