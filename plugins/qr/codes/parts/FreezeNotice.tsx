import { Alert } from '@arco-design/web-react';
import { useFormat, useWords } from '@waypost/host-sdk';
import type { CodeRow } from '../code-row.ts';
import styles from './freeze-notice.module.css';

interface FreezeNoticeProps {
  code: Pick<CodeRow, 'is_frozen' | 'frozen_at' | 'frozen_reason'> &
    Partial<Pick<CodeRow, 'is_paused' | 'is_log_held'>>;
  /** Whoever reads it on the screen of the operators is not told to ask the operator. */
  isOperator?: boolean;
}

/**
 * Why visits to a code are stopped, in the operator's words where one froze it, and who can change that. Nothing for codes
 * that answer.
 */
export function FreezeNotice({ code, isOperator = false }: FreezeNoticeProps) {
  const words = useWords();
  const format = useFormat();
  if (!code.is_frozen && code.is_paused)
    return (
      <Alert
        type="warning"
        title={words('qr.code.is_paused')}
        content={words(isOperator ? 'qr.code.paused.operator' : 'qr.code.paused.text')}
      />
    );
  if (!code.is_frozen && code.is_log_held)
    return (
      <Alert
        type="info"
        title={words('qr.code.is_log_held')}
        content={words(isOperator ? 'qr.code.log_held.operator' : 'qr.code.log_held.text')}
      />
    );
  if (!code.is_frozen) return null;
  return (
    <Alert
      type="warning"
      title={words('qr.code.frozen.title', { time: code.frozen_at ? format.dateTime(code.frozen_at) : '' })}
      content={
        <>
          <p className={styles.reason}>{code.frozen_reason}</p>
          <p className={styles.way}>
            {words(isOperator ? 'qr.code.frozen.operator' : 'qr.code.frozen.text')}
          </p>
        </>
      }
    />
  );
}
