import styles from './share-bar.module.css';

/** A bar under what stands in a positioned cell: `share` of the longest one, 0 to 1. The figure beside it says the same. */
export function ShareBar({ share }: { share: number }) {
  return <span className={styles.bar} style={{ width: `${share * 100}%` }} aria-hidden="true" />;
}
