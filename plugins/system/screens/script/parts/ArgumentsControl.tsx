import { Input } from '@arco-design/web-react';
import { type ControlProps, controlAttributes } from '@waypost/host-sdk';
import { useState } from 'react';
import styles from './script.module.css';

/** Arguments, one a line: none has a line break in it. */
export function ArgumentsControl(props: ControlProps<string[]>) {
  const kept = (props.value ?? []).join('\n');
  // A line that was just begun is no argument yet, and must not vanish while it is typed.
  const [typed, setTyped] = useState(kept);
  const text = linesOf(typed).join('\n') === kept ? typed : kept;
  return (
    <Input.TextArea
      {...controlAttributes(props)}
      className={styles.words ?? ''}
      value={text}
      autoSize={{ minRows: 3, maxRows: 12 }}
      autoComplete="off"
      spellCheck={false}
      placeholder={'-kP\n{{path}}'}
      {...(props.hasError ? { status: 'error' as const } : {})}
      onChange={(next) => {
        setTyped(next);
        props.onChange(linesOf(next));
      }}
      onBlur={props.onBlur}
    />
  );
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');
