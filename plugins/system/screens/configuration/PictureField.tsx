import { IconDelete } from '@arco-design/web-react/icon';
import { PICTURE_MAX_BYTES } from '@waypost/contract';
import { ApiError, Button, FileButton, notify, PICTURE_FILES, useAction, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import { SettingNote } from '../../settings/SettingNote.tsx';
import { useShown } from '../../settings/settings-context.tsx';
import { configurationPicture } from './calls.ts';
import styles from './page.module.css';

interface PictureFieldProps {
  kind: 'logo' | 'icon';
  /** Address of the picture in force. */
  address: string;
}

/** The logo or the icon of the installation: shown, replaced at once, or the product's own again. */
export function PictureField({ kind, address }: PictureFieldProps) {
  const words = useWords();
  const [shown, setShown] = useState(address);
  const [problem, setProblem] = useState<string>();
  const { run, isRunning } = useAction(configurationPicture, { isSilent: true });
  const label = words(`system.configuration.${kind}`);
  const choose = words(`system.configuration.${kind}.choose`);
  const isOwn = shown.includes('?');
  const isFound = useShown([kind]);

  async function change(data: string | null) {
    try {
      setShown((await run({ kind, data })).address);
      setProblem(undefined);
      notify.success(words('form.saved'));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    }
  }
  async function take(file: File) {
    if (file.size > PICTURE_MAX_BYTES) setProblem(words('picture.too_large'));
    else await change(new Uint8Array(await file.arrayBuffer()).toBase64());
  }

  if (!isFound) return null;
  return (
    <div className={styles.field}>
      <span className={styles.label}>{label}</span>
      <div className={styles.picture}>
        <img src={shown} alt="" width={40} height={40} />
        <FileButton accept={PICTURE_FILES} isBusy={isRunning} onFile={(file) => void take(file)}>
          {choose}
        </FileButton>
        {isOwn ? (
          <Button kind="text" icon={<IconDelete />} isDisabled={isRunning} onClick={() => void change(null)}>
            {words('system.configuration.picture.reset')}
          </Button>
        ) : null}
      </div>
      {problem === undefined ? (
        <p className={styles.help}>{words(`system.configuration.${kind}.help`)}</p>
      ) : (
        <p className={styles.fault} role="alert">
          {problem}
        </p>
      )}
      <SettingNote name={kind} />
    </div>
  );
}
