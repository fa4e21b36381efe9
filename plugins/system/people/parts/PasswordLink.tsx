import { CopyText, Drawer, useFormat, useWords } from '@waypost/host-sdk';
import styles from './person.module.css';

interface PasswordLinkProps {
  name: string;
  token: string;
  expiresAt: string;
  onClose: () => void;
}

/**
 * The link by which somebody chooses a password, shown this once. Its address is that of the page that the operator has
 * open, never what a request has said it was asked under.
 */
export function PasswordLink({ name, token, expiresAt, onClose }: PasswordLinkProps) {
  const words = useWords();
  const format = useFormat();
  return (
    <Drawer title={words('system.person.link.title', { name })} isOpen onClose={onClose} width={480}>
      <div className={styles.link}>
        <p>{words('system.person.link.text', { time: format.dateTime(expiresAt) })}</p>
        <CopyText value={`${location.origin}/#/set_password?token=${token}`} ellipsis="middle" />
      </div>
    </Drawer>
  );
}
