import { Input } from '@arco-design/web-react';
import { IconUpload } from '@arco-design/web-react/icon';
import { decodeText } from '@waypost/contract';
import { useRef, useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { useWords } from '../words/context.tsx';
import { type ControlComponent, type ControlProps, controlAttributes } from './control-props.ts';
import styles from './lines.module.css';

/**
 * A control for lines that are typed, pasted, or read out of a file in whatever encoding it was saved.
 * @param mostLetters that the call takes
 * @example const CONTROLS = { lines: linesControl(900_000) };
 */
export function linesControl(mostLetters: number): ControlComponent {
  return (control: ControlProps<string>) => <Lines control={control} mostLetters={mostLetters} />;
}

function Lines({ control, mostLetters }: { control: ControlProps<string>; mostLetters: number }) {
  const words = useWords();
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState('');
  const read = async (file: File): Promise<void> => {
    const text = decodeText(new Uint8Array(await file.arrayBuffer()));
    if (text === undefined) setFault(words('form.lines.file.unreadable'));
    else if (text.length > mostLetters) setFault(words('form.lines.file.too_long'));
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
        spellCheck={false}
        {...(control.hasError ? { status: 'error' as const } : {})}
        onChange={control.onChange}
        onBlur={control.onBlur}
      />
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        aria-label={words('form.lines.file')}
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
          {words('form.lines.file')}
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
