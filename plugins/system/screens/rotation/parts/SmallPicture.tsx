import { Absent } from '@waypost/host-sdk';
import { usePicture } from '../../../pictures/kept-pictures.tsx';
import styles from './rotation.module.css';

/** The picture of a row, small; beside the title, which says what it is. */
export function SmallPicture({ picture }: { picture: string }) {
  const address = usePicture(picture);
  if (picture === '') return <Absent />;
  return address === undefined ? (
    <span className={styles.small} />
  ) : (
    <img className={styles.small} src={address} alt="" />
  );
}
