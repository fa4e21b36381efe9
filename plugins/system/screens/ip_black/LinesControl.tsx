import { Input } from '@arco-design/web-react';
import { decodeText } from '@waypost/contract';
import { type ControlProps, controlAttributes, FileButton, TABLE_FILES, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import { MOST_LETTERS } from './calls.ts';
import styles from './lines.module.css';

/** Lines that are typed, pasted, or read out of a file in whatever encoding it was saved. */
export function LinesControl(control: ControlProps<string>) {
  const words = useWords();
  const [fault, setFault] = useState('');
  const read = async (file: File): Promise<void> => {
    const text = decodeText(new Uint8Array(await file.arrayBuffer()));
    if (text === undefined) setFault(words('system.ip_black.file.unreadable'));
    else if (text.length > MOST_LETTERS) setFault(words('system.ip_black.file.too_long'));
    else {
      setFault('');
      control.onChange(text);
    }
  };
  return (
    <>
      <Input.TextArea
        {...controlAttributes(control)}
        value={control.value ?? ''}
        autoSize={{ minRows: 6, maxRows: 16 }}
        {...(control.hasError ? { status: 'error' as const } : {})}
        onChange={control.onChange}
        onBlur={control.onBlur}
      />
      <div className={styles.file}>
        <FileButton size="small" accept={TABLE_FILES} onFile={(file) => void read(file)}>
          {words('system.ip_black.file')}
        </FileButton>
      </div>
      {fault === '' ? null : (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
    </>
  );
}
