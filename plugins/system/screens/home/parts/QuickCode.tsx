import { IconLink } from '@arco-design/web-react/icon';
import { Button, useGo, useWords } from '@waypost/host-sdk';
import { type FormEvent, useState } from 'react';
import styles from './home.module.css';

/** Paste a link, press Enter: the form of a new code opens with it. */
export function QuickCode() {
  const words = useWords();
  const go = useGo();
  const [url, setUrl] = useState('');
  const open = (event: FormEvent) => {
    event.preventDefault();
    go('set_qr_code', { url: url.trim() === '' ? undefined : url.trim() });
  };
  return (
    <form className={styles.quick} onSubmit={open}>
      <span className={styles.quickField}>
        <IconLink aria-hidden="true" />
        <input
          value={url}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={2048}
          aria-label={words('home.quick')}
          placeholder={words('home.quick')}
          onChange={(event) => setUrl(event.target.value)}
        />
      </span>
      <Button kind="primary" type="submit">
        {words('home.quick.make')}
      </Button>
    </form>
  );
}
