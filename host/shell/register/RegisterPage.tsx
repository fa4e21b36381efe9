import { YesNo } from '@waypost/contract';
import { clientStore, ScreenLink, sessionAtom, useWords } from '@waypost/host-sdk';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import styles from '../login/login.module.css';
import { PublicPage } from '../login/PublicPage.tsx';
import { websiteAtom } from '../site/website.ts';
import { RegisterForm } from './RegisterForm.tsx';

/** Registration; the tip in its place while an operator has switched it off. */
export function RegisterPage() {
  const words = useWords();
  const navigate = useNavigate();
  const { search } = useLocation();
  const website = useAtomValue(websiteAtom, { store: clientStore });
  const session = useAtomValue(sessionAtom, { store: clientStore });
  // Someone who arrives signed in goes straight on; one who registers here is led by the form.
  const [wasSignedIn] = useState(session !== undefined);
  if (wasSignedIn && session !== undefined) return <Navigate to="/customer" replace />;
  const isOpen = website.allow_registration === YesNo.yes;
  return (
    <PublicPage
      title={words('register.title')}
      heading={words(isOpen ? 'register.heading' : 'register.closed')}
      text={isOpen ? words('register.text') : website.no_registration_tip || words('register.closed_text')}
    >
      {isOpen ? <RegisterForm onRegistered={(path) => void navigate(path, { replace: true })} /> : null}
      <p className={styles.link}>
        <ScreenLink to={`/admin_login${search}`}>{words('register.login')}</ScreenLink>
      </p>
    </PublicPage>
  );
}
