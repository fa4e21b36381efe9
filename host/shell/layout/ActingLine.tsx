import {
  clientStore,
  createClient,
  endActing,
  loadAs,
  sessionAtom,
  useLanguage,
  useWords,
} from '@waypost/host-sdk';
import { useAtomValue } from 'jotai';
import { callPlatform } from '../app/call-platform.ts';
import styles from './owner-switch.module.css';

/** Over every screen while an operator acts as a customer: as whom, and the way back. */
export function ActingLine() {
  const words = useWords();
  const locale = useLanguage();
  const session = useAtomValue(sessionAtom, { store: clientStore });
  if (!session?.own) return null;
  const goBack = () => {
    const left = endActing();
    if (left === undefined) return;
    // The other's session ends when nothing of theirs asks any more: what the page still asked would be refused.
    window.addEventListener('pagehide', () => endTheirs({ token: session.token, locale }), { once: true });
    loadAs(left);
  };
  return (
    <p className={styles.acting} role="status">
      <span>{words('acting.text', { account: session.user.account, by: session.own.user.account })}</span>
      <button type="button" className={styles.back} onClick={goBack}>
        {words('acting.back')}
      </button>
    </p>
  );
}

/** Asked while the page goes: the request outlives it. Whatever the server says, that session ends by itself within the hour. */
function endTheirs({ token, locale }: { token: string; locale: string }): void {
  const client = createClient({
    token: () => token,
    locale: () => locale,
    fetch: (address, init) => fetch(address, { ...init, keepalive: true }),
  });
  void callPlatform(client, 'administrator/logout', {}).catch(() => undefined);
}
