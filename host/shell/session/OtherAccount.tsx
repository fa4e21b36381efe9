import { Modal } from '@arco-design/web-react';
import { Button, type User, useWords } from '@waypost/host-sdk';
import styles from './session.module.css';

interface OtherAccountProps {
  /** Who has logged in in another tab. */
  other: User;
  /** Whose work this page shows. */
  own: User;
}

/** Another account has the browser by now: this page shows what is the former's and sends nothing of it. */
export function OtherAccount({ other, own }: OtherAccountProps) {
  const words = useWords();
  return (
    <Modal
      visible
      title={words('session.other.title', { account: other.account })}
      className={styles.told ?? ''}
      closable={false}
      maskClosable={false}
      escToExit={false}
      autoFocus={false}
      focusLock
      footer={
        <Button kind="primary" onClick={() => window.location.reload()}>
          {words('session.other.reload', { account: other.account })}
        </Button>
      }
    >
      <p>{words('session.other.text', { account: own.account })}</p>
    </Modal>
  );
}
