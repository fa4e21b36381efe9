import { useWords } from '@waypost/host-sdk';
import type { Visitor } from '../calls.ts';
import styles from './visitor.module.css';

/** Where a visitor is and through whose network, as far as known. */
export function VisitorPlace({ visitor }: { visitor: Pick<Visitor, 'location' | 'isp'> }) {
  const words = useWords();
  return (
    <span>
      {visitor.location || words('qr.visit.unknown')}
      {visitor.isp ? <span className={styles.minor}> · {visitor.isp}</span> : null}
    </span>
  );
}
