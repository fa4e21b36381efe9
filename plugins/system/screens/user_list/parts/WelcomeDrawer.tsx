import { IconCopy } from '@arco-design/web-react/icon';
import { Button, copyText, Drawer, Facts, notify, usePublicOrigin, useWords } from '@waypost/host-sdk';
import styles from '../../../people/parts/person.module.css';

/** Somebody who was made just now. */
export interface Welcome {
  id: string;
  account: string;
  /** For the first login; known to this page alone. */
  password: string;
}

/** What to send to a new customer, told this once: where to log in, and with what. */
export function WelcomeDrawer({ account, password, onClose }: Omit<Welcome, 'id'> & { onClose: () => void }) {
  const words = useWords();
  const address = `${usePublicOrigin()}/#/admin_login`;
  const copy = async () => {
    const text = words('system.user.welcome.message', { address, account, password });
    if (await copyText(text)) notify.success(words('system.user.welcome.copied'));
    else notify.error(words('copy.failed'));
  };
  return (
    <Drawer
      title={words('system.user.welcome.title', { name: account })}
      isOpen
      onClose={onClose}
      width={480}
      footer={
        <Button kind="primary" icon={<IconCopy />} onClick={() => void copy()}>
          {words('system.user.welcome.copy')}
        </Button>
      }
    >
      <div className={styles.link}>
        <p>{words('system.user.welcome.text')}</p>
        <Facts
          facts={[
            [words('system.user.welcome.address'), address],
            [words('system.user.account'), account],
            [words('system.user.password'), password],
          ]}
        />
      </div>
    </Drawer>
  );
}
