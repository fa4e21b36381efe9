import type { CodeRow } from '../code-row.ts';
import { CodePicture } from './CodePicture.tsx';
import styles from './code-name.module.css';

/** A code in a list: its picture in small and its name. */
export function CodeName({ code }: { code: CodeRow }) {
  return (
    <span className={styles.name}>
      <CodePicture
        address={code.qr_url}
        size={36}
        style={{ quiet_zone: 1, error_level: 'L' }}
        design={code.design}
        isDecorative
      />
      <span className={styles.text} title={code.name}>
        {code.name}
      </span>
    </span>
  );
}
