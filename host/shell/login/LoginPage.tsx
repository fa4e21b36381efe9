import { YesNo } from '@waypost/contract';
import { clientStore, ScreenLink, sessionAtom, useWords } from '@waypost/host-sdk';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { useSiteName, websiteAtom } from '../site/website.ts';
import { LoginForm } from './LoginForm.tsx';
import styles from './login.module.css';
import { PublicPage } from './PublicPage.tsx';

/** Where a person was sent away from, so that signing in leads back there. */
function askedPath(state: unknown): string | undefined {
  const from = (state as { from?: unknown } | null)?.from;
  return typeof from === 'string' && from.startsWith('/customer/') ? from : undefined;
}

export function LoginPage() {
  const words = useWords();
  const navigate = useNavigate();
  const location = useLocation();
  const name = useSiteName();
  const website = useAtomValue(websiteAtom, { store: clientStore });
  const session = useAtomValue(sessionAtom, { store: clientStore });
  // Someone who arrives signed in goes straight on; one who signs in here is led by the form.
  const [wasSignedIn] = useState(session !== undefined);
  const isElsewhereSignedIn = wasSignedIn && session !== undefined;
  if (isElsewhereSignedIn) return <Navigate to={askedPath(location.state) ?? '/customer'} replace />;
  return (
    <PublicPage
      title={words('login.title')}
      heading={words('login.heading', { name })}
      text={words('login.text')}
    >
      <LoginForm onSignedIn={(path) => void navigate(askedPath(location.state) ?? path, { replace: true })} />
      {website.allow_registration === YesNo.yes ? (
        <p className={styles.link}>
          <ScreenLink to={`/admin_register${location.search}`}>{words('login.register')}</ScreenLink>
        </p>
      ) : null}
    </PublicPage>
  );
}
