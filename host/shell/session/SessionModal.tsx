import { Modal } from '@arco-design/web-react';
import type { ReactNode } from 'react';
import styles from './session.module.css';

/**
 * A question that stands over the page, whose work waits for the answer.
 * @param onLeave the person does without; without it there is no way around the question
 */
export function SessionModal({
  title,
  text,
  onLeave,
  children,
}: {
  title: string;
  text: string;
  onLeave?: () => void;
  children: ReactNode;
}) {
  const canLeave = onLeave !== undefined;
  return (
    <Modal
      visible
      title={title}
      className={styles.dialog ?? ''}
      closable={canLeave}
      escToExit={canLeave}
      maskClosable={false}
      autoFocus={false}
      focusLock
      footer={null}
      {...(canLeave ? { onCancel: onLeave } : {})}
    >
      <p>{text}</p>
      {children}
    </Modal>
  );
}
