import { Select } from '@arco-design/web-react';
import { IconDownload } from '@arco-design/web-react/icon';
import { Button, useWords } from '@waypost/host-sdk';
import { useId, useState } from 'react';
import { ERROR_LEVELS, type ErrorLevel } from '../calls.ts';
import { CodePicture } from './CodePicture.tsx';
import styles from './download-panel.module.css';
import { useDownload } from './use-download.ts';

/** Screen, slide, flyer and poster. */
const SIZES = [256, 512, 1024, 2048, 4096] as const;

/** The picture of a saved code with what is needed to print it. */
export function DownloadPanel({ code }: { code: { id: string; short_code: string; qr_url: string } }) {
  const words = useWords();
  const { download, isRunning } = useDownload();
  const [size, setSize] = useState<number>(1024);
  const [error_level, setErrorLevel] = useState<ErrorLevel>('M');
  const [sizeId, levelId] = [useId(), useId()];
  return (
    <div className={styles.panel}>
      <CodePicture address={code.qr_url} size={200} style={{ error_level }} />
      <div className={styles.choices}>
        <label htmlFor={sizeId}>
          {words('qr.code.picture.size')}
          <Select
            id={sizeId}
            value={size}
            onChange={setSize}
            options={SIZES.map((pixels) => ({
              value: pixels,
              label: `${pixels} ${words('qr.code.picture.pixels')}`,
            }))}
          />
        </label>
        <label htmlFor={levelId}>
          {words('qr.code.picture.error_level')}
          <Select
            id={levelId}
            value={error_level}
            onChange={setErrorLevel}
            options={ERROR_LEVELS.map((level) => ({
              value: level,
              label: words(`qr.code.picture.error_level.${level}`),
            }))}
          />
        </label>
        <div className={styles.buttons}>
          <Button
            icon={<IconDownload />}
            isBusy={isRunning}
            onClick={() => void download(code, { format: 'png', size, error_level })}
          >
            {words('qr.code.action.download_png')}
          </Button>
          <Button
            icon={<IconDownload />}
            isBusy={isRunning}
            onClick={() => void download(code, { format: 'svg', size, error_level })}
          >
            {words('qr.code.action.download_svg')}
          </Button>
        </div>
      </div>
    </div>
  );
}
