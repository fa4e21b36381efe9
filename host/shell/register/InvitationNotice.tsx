import { Alert } from '@arco-design/web-react';
import { Button, useWords } from '@waypost/host-sdk';
import styles from '../login/login.module.css';

/** Said at once where an invitation does not count any more, with the way on. */
export function InvitationNotice({ onWithout }: { onWithout: () => void }) {
  const words = useWords();
  return (
    <Alert
      type="warning"
      title={words('register.invitation_gone')}
      content={
        <div className={styles.notice}>
          <p>{words('register.invitation_gone_text')}</p>
          <Button onClick={onWithout}>{words('register.without_invitation')}</Button>
        </div>
      }
    />
  );
}
