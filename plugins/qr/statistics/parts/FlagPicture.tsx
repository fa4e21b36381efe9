import styles from './flag.module.css';
import { FLAG_PICTURES } from './flag-pictures.ts';

/** Drawn, because where a system has no letters for flags (Windows has none) two letters would stand in their place. */
export function FlagPicture({ country }: { country: string }) {
  const picture = FLAG_PICTURES.get(country);
  return picture === undefined ? null : <img className={styles.picture} src={picture} alt="" />;
}
