import {
  Button,
  ClientProvider,
  clientStore,
  resumeSession,
  sessionAtom,
  type User,
  useWords,
} from '@waypost/host-sdk';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { LoginForm } from '../login/LoginForm.tsx';
import { CHANGE_PASSWORD, type Credentials, openSession } from '../login/sign-in.ts';
import { guest } from './guest.ts';
import { SessionModal } from './SessionModal.tsx';
import styles from './session.module.css';

/** The server has ended the session: the password, in the place where the person is; what they typed stays as it is. */
export function AskPassword({ user }: { user: User }) {
  const words = useWords();
  const navigate = useNavigate();
  useFocusBack();

  const goOn = async (credentials: Credentials) => {
    const { token, user_info } = await openSession(guest, credentials);
    resumeSession({ token, user: user_info });
    // A one-time password is only good for choosing another; a form with unsaved work asks before it is left.
    if (user_info.must_change_password && clientStore.get(sessionAtom)) void navigate(CHANGE_PASSWORD);
  };
  return (
    <SessionModal title={words('session.ended.title')} text={words('session.ended.text')}>
      <ClientProvider client={guest}>
        <LoginForm account={user.account} signIn={goOn} />
      </ClientProvider>
      <div className={styles.leave}>
        {/* Whoever has unsaved work is asked by the form that has it. */}
        <Button kind="text" onClick={() => void navigate('/admin_login')}>
          {words('session.ended.other')}
        </Button>
      </div>
    </SessionModal>
  );
}

/** Once the dialog is gone, the focus is where it was before. */
function useFocusBack(): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement && before.isConnected) setTimeout(() => before.focus());
    };
  }, []);
}
