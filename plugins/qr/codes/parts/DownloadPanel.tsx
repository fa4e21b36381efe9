import { Select } from '@arco-design/web-react';
import { IconDownload } from '@arco-design/web-react/icon';
import { Button, useWords } from '@waypost/host-sdk';
import { useId, useState } from 'react';
import { type Design, ERROR_LEVELS, type ErrorLevel, PLAIN_DESIGN } from '../design/values.ts';
import { CodePicture } from './CodePicture.tsx';
import styles from './download-panel.module.css';
import { PrintSize } from './PrintSize.tsx';
import { useDownload } from './use-download.ts';

const FORMATS = ['png', 'svg', 'pdf'] as const;
/** Screen, slide, flyer and poster. */
const SIZES = [256, 512, 1024, 2048, 4096] as const;

export interface DownloadPanelProps {
  code: { id: string; short_code: string; qr_url: string; design?: Design | null | undefined };
  /** A design that is being tried out; what is downloaded is the saved one. */
  shown?: Design | null | undefined;
  /** The damage tolerance is part of the design, which is chosen beside it: it is not asked for twice. */
  isBesideDesign?: boolean;
}

/** The picture of a saved code with what is needed to print it. */
export function DownloadPanel({ code, shown = code.design, isBesideDesign = false }: DownloadPanelProps) {
  const words = useWords();
  const { download, isRunning } = useDownload();
  const [size, setSize] = useState<number>(1024);
  const [error_level, setErrorLevel] = useState<ErrorLevel>('M');
  const [sizeId, levelId] = [useId(), useId()];
  return (
    <div className={styles.panel}>
      <CodePicture address={code.qr_url} size={200} style={{ error_level }} design={shown} />
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
        {code.design || isBesideDesign ? null : (
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
        )}
        <div className={styles.buttons}>
          {FORMATS.map((format) => (
            <Button
              key={format}
              icon={<IconDownload />}
              isBusy={isRunning}
              onClick={() => void download(code, { format, size, error_level })}
            >
              {words(`qr.code.action.download_${format}`)}
            </Button>
          ))}
        </div>
        <PrintSize address={code.qr_url} design={shown ?? { ...PLAIN_DESIGN, error_level }} />
      </div>
    </div>
  );
}
