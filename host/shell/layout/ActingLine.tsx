import { clientStore, endActing, loadAs, sessionAtom, useClient, useWords } from '@waypost/host-sdk';
import { useAtomValue } from 'jotai';
import { callPlatform } from '../app/call-platform.ts';
import styles from './owner-switch.module.css';

/** Over every screen while an operator acts as a customer: as whom, and the way back. */
export function ActingLine() {
  const words = useWords();
  const client = useClient();
  const session = useAtomValue(sessionAtom, { store: clientStore });
  if (!session?.own) return null;
  const goBack = async () => {
    // Whatever the server says: the own session goes on, and the other one ends by itself within the hour.
    await callPlatform(client, 'administrator/logout', {}).catch(() => undefined);
    const left = endActing();
    if (left !== undefined) loadAs(left);
  };
  return (
    <p className={styles.acting} role="status">
      <span>{words('acting.text', { account: session.user.account, by: session.own.user.account })}</span>
      <button type="button" className={styles.back} onClick={() => void goBack()}>
        {words('acting.back')}
      </button>
    </p>
  );
}
