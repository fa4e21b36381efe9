import { YesNo } from '@waypost/contract/constants';
import { clientStore, useClient, useWords } from '@waypost/host-sdk/light';
import { useAtomValue } from 'jotai';
import { useSiteName, websiteAtom } from '../site/website.ts';
import { LoginForm } from './LoginForm.tsx';
import styles from './login.module.css';
import { PublicPage } from './PublicPage.tsx';
import { signIn } from './sign-in.ts';

interface LoginPageProps {
  /** Query of the address, without the question mark. */
  query: string;
  /** Goes where signing in leads; the form stays busy until it has. */
  onSignedIn: (path: string) => Promise<void> | void;
}

/** Sign-in. It needs nothing of the router, so that it can stand before the rest of the page is loaded. */
export function LoginPage({ query, onSignedIn }: LoginPageProps) {
  const words = useWords();
  const client = useClient();
  const name = useSiteName();
  const website = useAtomValue(websiteAtom, { store: clientStore });
  return (
    <PublicPage
      title={words('login.title')}
      heading={words('login.heading', { name })}
      text={words('login.text')}
    >
      <LoginForm
        invitation={/^[0-9A-Za-z]+$/.exec(new URLSearchParams(query).get('code') ?? '')?.[0]}
        signIn={(credentials) => signIn(client, credentials)}
        onSignedIn={onSignedIn}
      />
      {website.password_screen === undefined ? null : (
        <p className={styles.link}>
          <a href={`#/${website.password_screen}`}>{words('login.forgotten')}</a>
        </p>
      )}
      <p className={styles.link}>
        {website.allow_registration === YesNo.yes ? (
          <a href={`#/admin_register${query === '' ? '' : `?${query}`}`}>{words('login.register')}</a>
        ) : null}
      </p>
    </PublicPage>
  );
}
