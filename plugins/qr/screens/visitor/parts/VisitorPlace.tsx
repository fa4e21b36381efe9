import { usePlaceName } from '../../../places/use-place-name.ts';
import type { Visitor } from '../calls.ts';
import styles from './visitor.module.css';

/** Where a visitor is and through whose network, as far as known. */
export function VisitorPlace({ visitor }: { visitor: Pick<Visitor, 'location' | 'isp'> }) {
  const { place, network } = usePlaceName();
  return (
    <span>
      {place(visitor.location)}
      {visitor.isp ? <span className={styles.minor}> · {network(visitor.isp)}</span> : null}
    </span>
  );
}
