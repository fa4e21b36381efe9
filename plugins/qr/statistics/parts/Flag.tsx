import { lazy, Suspense } from 'react';
import type { Dimension } from '../dimensions/values.ts';
import styles from './flag.module.css';

/** All flags together, once the first is drawn; who cannot load them reads the names alone. */
const FlagPicture = lazy(() =>
  import('./FlagPicture.tsx').then(
    (module) => ({ default: module.FlagPicture }),
    () => ({ default: () => null }),
  ),
);

const COUNTRY = /^[A-Z]{2}$/;

/** The flag before a country's name, which says the same in words. */
export function Flag({ dimension, value }: { dimension: Dimension; value: string }) {
  if (dimension !== 'country' || !COUNTRY.test(value)) return null;
  return (
    <span className={styles.flag}>
      <Suspense>
        <FlagPicture country={value} />
      </Suspense>
    </span>
  );
}
