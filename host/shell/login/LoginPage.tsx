import { clientStore, sessionAtom, useWords } from '@waypost/host-sdk';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { LocaleMenu } from '../layout/LocaleMenu.tsx';
import { Logo } from '../layout/Logo.tsx';
import { ThemeButton } from '../layout/ThemeButton.tsx';
import { LoginForm } from './LoginForm.tsx';
import styles from './login.module.css';

/** Where a person was sent away from, so that signing in leads back there. */
function askedPath(state: unknown): string | undefined {
  const from = (state as { from?: unknown } | null)?.from;
  return typeof from === 'string' && from.startsWith('/customer/') ? from : undefined;
}

export function LoginPage() {
  const words = useWords();
  const navigate = useNavigate();
  const location = useLocation();
  const session = useAtomValue(sessionAtom, { store: clientStore });
  // Someone who arrives signed in goes straight on; one who signs in here is led by the form.
  const [wasSignedIn] = useState(session !== undefined);
  const isElsewhereSignedIn = wasSignedIn && session !== undefined;
  useEffect(() => {
    document.title = `${words('login.title')} · ${words('shell.name')}`;
  }, [words]);
  if (isElsewhereSignedIn) return <Navigate to={askedPath(location.state) ?? '/customer'} replace />;
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <LocaleMenu />
        <ThemeButton />
      </header>
      <main className={styles.main}>
        <div className={styles.box}>
          <Logo size={40} />
          <h1 className={styles.title}>{words('login.heading')}</h1>
          <p className={styles.text}>{words('login.text')}</p>
          <LoginForm
            onSignedIn={(path) => void navigate(askedPath(location.state) ?? path, { replace: true })}
          />
        </div>
      </main>
      <footer className={styles.foot}>{words('login.foot')}</footer>
    </div>
  );
}
