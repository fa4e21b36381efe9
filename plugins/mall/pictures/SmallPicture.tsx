import { IconImage } from '@arco-design/web-react/icon';
import { usePicture } from './kept-pictures.tsx';
import styles from './pictures.module.css';

/** The picture of a row, small; beside the title, which says what it is. Without one its place stays, so that titles stand below each other. */
export function SmallPicture({ picture }: { picture: string }) {
  const address = usePicture(picture);
  if (picture === '')
    return (
      <span className={`${styles.small} ${styles.none}`}>
        <IconImage aria-hidden />
      </span>
    );
  return address === undefined ? (
    <span className={styles.small} />
  ) : (
    <img className={styles.small} src={address} alt="" />
  );
}

/** A picture as large as there is room for. */
export function KeptPicture({ picture }: { picture: string }) {
  const address = usePicture(picture);
  return address === undefined ? null : <img className={styles.large} src={address} alt="" />;
}
