import { Input } from '@arco-design/web-react';
import { IconUpload } from '@arco-design/web-react/icon';
import { decodeText } from '@waypost/contract';
import { Button, type ControlProps, controlAttributes, useWords } from '@waypost/host-sdk';
import { useRef, useState } from 'react';
import { MOST_LETTERS } from './calls.ts';
import styles from './lines.module.css';

/** Lines that are typed, pasted, or read out of a file in whatever encoding it was saved. */
export function LinesControl(control: ControlProps<string>) {
  const words = useWords();
  const input = useRef<HTMLInputElement>(null);
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
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        aria-label={words('system.ip_black.file')}
        className="wp-visually-hidden"
        tabIndex={-1}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) void read(file);
        }}
      />
      <div className={styles.file}>
        <Button size="small" icon={<IconUpload />} onClick={() => input.current?.click()}>
          {words('system.ip_black.file')}
        </Button>
      </div>
      {fault === '' ? null : (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
    </>
  );
}
