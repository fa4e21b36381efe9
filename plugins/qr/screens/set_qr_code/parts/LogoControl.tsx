import { IconDelete } from '@arco-design/web-react/icon';
import { PICTURE_MAX_BYTES } from '@waypost/contract';
import { ApiError, Button, FileButton, PICTURE_FILES, useAction, useWords } from '@waypost/host-sdk';
import { useId, useState } from 'react';
import { type Design, LOGO_PERCENT } from '../../../codes/design/values.ts';
import { logoCall } from '../../qr_code_list/calls.ts';
import styles from './design-control.module.css';

export interface LogoControlProps {
  design: Design;
  onChange: (part: Partial<Design>) => void;
}

/** Chooses the picture in the middle of a code. The server draws it anew, so that only pixels are kept. */
export function LogoControl({ design, onChange }: LogoControlProps) {
  const words = useWords();
  const [problem, setProblem] = useState<string>();
  const { run, isRunning } = useAction(logoCall, { isSilent: true });
  const take = async (file: File) => {
    setProblem(file.size > PICTURE_MAX_BYTES ? words('picture.too_large') : undefined);
    if (file.size > PICTURE_MAX_BYTES) return;
    const data = new Uint8Array(await file.arrayBuffer()).toBase64();
    try {
      const { logo } = await run({ data });
      // A logo hides modules: the levels that mend most leave room for it.
      onChange({ logo, error_level: 'H' });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    }
  };
  const sizeId = useId();
  return (
    <div className={styles.labelled}>
      <span className={styles.label}>{words('qr.design.logo')}</span>
      <div className={styles.row}>
        {design.logo === null ? null : (
          <img
            className={styles.logo}
            src={`data:image/png;base64,${design.logo}`}
            alt={words('qr.design.logo')}
          />
        )}
        <FileButton accept={PICTURE_FILES} isBusy={isRunning} onFile={(file) => void take(file)}>
          {words('qr.design.logo.choose')}
        </FileButton>
        {design.logo === null ? null : (
          <Button kind="text" icon={<IconDelete />} onClick={() => onChange({ logo: null })}>
            {words('qr.design.logo.remove')}
          </Button>
        )}
      </div>
      {problem ? (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      ) : (
        <p className={styles.help}>{words('qr.design.logo.help')}</p>
      )}
      {design.logo === null ? null : (
        <>
          <label htmlFor={sizeId} className={styles.label}>
            {words('qr.design.logo_percent', { percent: design.logo_percent })}
          </label>
          <input
            id={sizeId}
            type="range"
            className={styles.slider}
            min={LOGO_PERCENT.min}
            max={LOGO_PERCENT.max}
            value={design.logo_percent}
            onChange={(event) => onChange({ logo_percent: event.target.valueAsNumber })}
          />
        </>
      )}
    </div>
  );
}
