import { Input } from '@arco-design/web-react';
import { decodeText } from '@waypost/contract';
import { useState } from 'react';
import { FileButton, TABLE_FILES } from '../parts/FileButton.tsx';
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
      <div className={styles.file}>
        <FileButton size="small" accept={TABLE_FILES} onFile={(file) => void read(file)}>
          {words('form.lines.file')}
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
