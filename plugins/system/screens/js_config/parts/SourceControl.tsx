import { Input } from '@arco-design/web-react';
import { type ControlProps, controlAttributes } from '@waypost/host-sdk';
import styles from './js-config.module.css';

/** Marks the control, for whatever puts something in at its cursor. */
export const SOURCE = 'source';

/** HTML as it is typed. */
export function SourceControl(props: ControlProps<string>) {
  return (
    <Input.TextArea
      {...controlAttributes(props)}
      className={styles.source ?? ''}
      data-control={SOURCE}
      value={props.value ?? ''}
      spellCheck={false}
      wrap="off"
      {...(props.hasError ? { status: 'error' as const } : {})}
      autoSize={{ minRows: 16, maxRows: 28 }}
      onChange={props.onChange}
      onBlur={props.onBlur}
    />
  );
}
