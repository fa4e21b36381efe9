import { CopyText, Drawer, useFormat, usePublicOrigin, useWords } from '@waypost/host-sdk';
import styles from './person.module.css';

interface PasswordLinkProps {
  name: string;
  token: string;
  expiresAt: string;
  onClose: () => void;
}

/** The link by which somebody chooses a password, shown this once. */
export function PasswordLink({ name, token, expiresAt, onClose }: PasswordLinkProps) {
  const words = useWords();
  const format = useFormat();
  const origin = usePublicOrigin();
  return (
    <Drawer title={words('system.person.link.title', { name })} isOpen onClose={onClose} width={480}>
      <div className={styles.link}>
        <p>{words('system.person.link.text', { time: format.dateTime(expiresAt) })}</p>
        <CopyText value={`${origin}/#/set_password?token=${token}`} ellipsis="middle" />
      </div>
    </Drawer>
  );
}
