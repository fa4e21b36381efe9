import { Input } from '@arco-design/web-react';
import { Button, useWords } from '@waypost/host-sdk';
import { type FormEvent, useId, useState } from 'react';
import styles from './share.module.css';
import type { Credentials } from './share-address.ts';

interface ShareFormProps {
  /** Share name of the address. */
  name: string;
  onOpen: (given: Credentials) => void;
}

/** Opens a shared page for somebody who was told its name and password, or whose link was cut short. */
export function ShareForm({ name, onOpen }: ShareFormProps) {
  const words = useWords();
  const id = useId();
  const [file_name, setName] = useState(name);
  const [password, setPassword] = useState('');
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (file_name.trim() !== '' && password !== '') onOpen({ file_name: file_name.trim(), password });
  };
  return (
    <form className={styles.form} noValidate onSubmit={send}>
      <div className={styles.field}>
        <label htmlFor={`${id}-name`}>{words('qr.share.name')}</label>
        <Input
          id={`${id}-name`}
          name="name"
          value={file_name}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          onChange={setName}
        />
      </div>
      <div className={styles.field}>
        <label htmlFor={`${id}-password`}>{words('qr.share.password')}</label>
        <Input.Password
          id={`${id}-password`}
          name="password"
          value={password}
          maxLength={128}
          autoComplete="off"
          autoFocus={name !== ''}
          onChange={setPassword}
        />
      </div>
      <Button kind="primary" type="submit" isLong isDisabled={file_name.trim() === '' || password === ''}>
        {words('qr.share.open')}
      </Button>
    </form>
  );
}
