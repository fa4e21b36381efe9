import { CopyText, Facts, useWords } from '@waypost/host-sdk';
import type { CodeRow } from '../../../codes/code-row.ts';
import styles from './head/head.module.css';

/** What the picture of a code encodes: the short link with the mark of a scan. */
export function PictureAddress({ code }: { code: Pick<CodeRow, 'qr_url'> }) {
  const words = useWords();
  return (
    <div className={styles.encodes}>
      <Facts
        facts={[[words('qr.set.preview.encodes'), <CopyText key="address" value={code.qr_url} isWhole />]]}
      />
      <p className={styles.help}>{words('qr.set.preview.encodes_help')}</p>
    </div>
  );
}
