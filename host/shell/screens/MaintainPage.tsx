import { IconTool } from '@arco-design/web-react/icon';
import { YesNo } from '@waypost/contract';
import { Button, clientStore, EmptyState, useClient, useWords } from '@waypost/host-sdk';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { healthAtom } from '../app/health.ts';
import { endSession } from '../app/sign-out.ts';
import { PublicFrame } from '../layout/PublicFrame.tsx';
import { loadWebsite, useSiteName } from '../site/website.ts';

/** State of the address for whoever is sent to this page and is led back when maintenance is over. */
export const SENT = { isSent: true };

/** How often the page asks whether maintenance is over. */
const POLL_MS = 10_000;

/** Shown while the server says that maintenance is on; leads back by itself when it is over. */
export function MaintainPage() {
  const words = useWords();
  const client = useClient();
  const navigate = useNavigate();
  const state: unknown = useLocation().state;
  const isSent = typeof state === 'object' && state !== null && 'isSent' in state;
  const name = useSiteName();
  useEffect(() => {
    document.title = `${words('maintain.title')} · ${name}`;
  }, [words, name]);
  useEffect(() => {
    // Somebody who opened the address by hand stays. What calls answer does not tell: some are answered all the time.
    if (!isSent) return undefined;
    const look = async () => {
      const website = await loadWebsite(client);
      if (website?.maintenance !== YesNo.no) return;
      clientStore.set(healthAtom, 'ok');
      void navigate('/customer', { replace: true });
    };
    const timer = setInterval(() => void look(), POLL_MS);
    return () => clearInterval(timer);
  }, [client, isSent, navigate]);
  const signIn = () => {
    endSession();
    clientStore.set(healthAtom, 'ok');
    void navigate('/admin_login', { replace: true });
  };
  return (
    <PublicFrame>
      <h1 className="wp-visually-hidden">{words('maintain.title')}</h1>
      <EmptyState
        icon={<IconTool />}
        title={words('maintain.title')}
        text={words('maintain.text')}
        action={<Button onClick={signIn}>{words('maintain.sign_in')}</Button>}
      />
    </PublicFrame>
  );
}
