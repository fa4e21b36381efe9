import { ClientProvider, clientStore, resumeSession, sessionAtom, useWords } from '@waypost/host-sdk';
import { useAtomValue } from 'jotai';
import { passwordQuestionAtom } from '../app/ask-password.ts';
import { LoginForm } from '../login/LoginForm.tsx';
import { type Credentials, openSession } from '../login/sign-in.ts';
import { guest } from './guest.ts';
import { SessionModal } from './SessionModal.tsx';

const store = { store: clientStore };

/** Stands over the page while a call waits for the password: it is said by a login, with whose session the page goes on. */
export function ConfirmPassword() {
  const words = useWords();
  const question = useAtomValue(passwordQuestionAtom, store);
  const session = useAtomValue(sessionAtom, store);
  if (!question || !session) return null;
  const confirm = async (credentials: Credentials) => {
    const { token, user_info } = await openSession(guest, credentials);
    resumeSession({ token, user: user_info });
    question.answer(token);
  };
  return (
    <SessionModal
      title={words('session.password.title')}
      text={words('session.password.text')}
      onLeave={() => question.answer(undefined)}
    >
      <ClientProvider client={guest}>
        <LoginForm account={session.user.account} signIn={confirm} />
      </ClientProvider>
    </SessionModal>
  );
}
