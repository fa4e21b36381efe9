import { CopyText, useWords } from '@waypost/host-sdk';
import styles from './servers.module.css';

/** Files of host keys by their kind, as OpenSSH has them. */
const FILES: Readonly<Record<string, string>> = {
  'ssh-ed25519': 'ed25519',
  'ssh-rsa': 'rsa',
  'ecdsa-sha2-nistp256': 'ecdsa',
  'ecdsa-sha2-nistp384': 'ecdsa',
  'ecdsa-sha2-nistp521': 'ecdsa',
};

/** What to run on the server itself, so that the fingerprint there can be held against the one that came over the network. */
export function HowToCompare({ type }: { type: string }) {
  const words = useWords();
  return (
    <div>
      <p className={styles.line}>{words('system.server.compare')}</p>
      <CopyText value={`ssh-keygen -lf /etc/ssh/ssh_host_${FILES[type] ?? 'ed25519'}_key.pub`} isWhole />
    </div>
  );
}
