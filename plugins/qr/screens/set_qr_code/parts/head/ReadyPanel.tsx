import { Button, Panel, useGo, useWords } from '@waypost/host-sdk';
import type { CodeRow } from '../../../../codes/code-row.ts';
import { DownloadPanel } from '../../../../codes/parts/DownloadPanel.tsx';
import { PictureAddress } from '../PictureAddress.tsx';
import styles from './head.module.css';

/** What a code that has just been made is wanted for: its picture, to be downloaded and printed. */
export function ReadyPanel({ code }: { code: CodeRow }) {
  const words = useWords();
  const go = useGo();
  return (
    <Panel
      title={words('qr.page.ready')}
      text={words('qr.page.ready.text')}
      actions={
        <span className={styles.ready}>
          <Button onClick={() => go('set_qr_code')}>{words('qr.set.another')}</Button>
        </span>
      }
    >
      <DownloadPanel code={code} />
      <PictureAddress code={code} />
    </Panel>
  );
}
