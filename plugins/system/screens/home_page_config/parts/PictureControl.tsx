import { IconDelete } from '@arco-design/web-react/icon';
import { ApiError, Button, FileButton, PICTURE_FILES, useAction, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import { usePicture } from '../../home/parts/use-picture.ts';
import { homePagePicture, SLIDE_MAX_BYTES } from '../calls.ts';
import styles from './home-page-form.module.css';

/** The picture of one slide: uploaded at once, shown when the page is saved. */
export function PictureControl({
  picture,
  onChange,
}: {
  picture: string;
  onChange: (picture: string) => void;
}) {
  const words = useWords();
  const [problem, setProblem] = useState<string>();
  const { run, isRunning } = useAction(homePagePicture, { isSilent: true });
  const address = usePicture(picture);
  const choose = words(`system.home_page.picture.${picture === '' ? 'choose' : 'change'}`);

  async function take(file: File) {
    if (file.size > SLIDE_MAX_BYTES) {
      setProblem(words('system.home_page.picture.too_large'));
      return;
    }
    try {
      onChange((await run({ data: new Uint8Array(await file.arrayBuffer()).toBase64() })).picture);
      setProblem(undefined);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    }
  }

  return (
    <div className={styles.picture}>
      {address === undefined ? null : <img src={address} alt={words('system.home_page.picture')} />}
      <FileButton accept={PICTURE_FILES} isBusy={isRunning} onFile={(file) => void take(file)}>
        {choose}
      </FileButton>
      {picture === '' ? null : (
        <Button kind="text" icon={<IconDelete />} onClick={() => onChange('')}>
          {words('system.home_page.picture.remove')}
        </Button>
      )}
      <p
        className={problem === undefined ? styles.help : styles.fault}
        {...(problem ? { role: 'alert' } : {})}
      >
        {problem ?? words('system.home_page.picture.help')}
      </p>
    </div>
  );
}
