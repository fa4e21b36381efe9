import { IconTool } from '@arco-design/web-react/icon';
import { useQueryClient } from '@tanstack/react-query';
import { YesNo } from '@waypost/contract';
import { Button, clientStore, EmptyState, useClient, useWords } from '@waypost/host-sdk';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { healthAtom } from '../app/health.ts';
import { endSession } from '../app/sign-out.ts';
import { PublicFrame } from '../layout/PublicFrame.tsx';
import { loadWebsite, useSiteName } from '../site/website.ts';

/** How often the page asks whether maintenance is over. */
const POLL_MS = 10_000;

/** Shown while the server says that maintenance is on; leads back by itself when it is over. */
export function MaintainPage() {
  const words = useWords();
  const client = useClient();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const name = useSiteName();
  useEffect(() => {
    document.title = `${words('maintain.title')} · ${name}`;
  }, [words, name]);
  useEffect(() => {
    const look = async () => {
      // Somebody who opened the address by hand stays; one who was sent here goes back.
      if (clientStore.get(healthAtom) !== 'maintenance') return;
      const website = await loadWebsite(client);
      if (website?.maintenance !== YesNo.no) {
        clientStore.set(healthAtom, 'maintenance');
        return;
      }
      clientStore.set(healthAtom, 'ok');
      void navigate('/customer', { replace: true });
    };
    const timer = setInterval(() => void look(), POLL_MS);
    return () => clearInterval(timer);
  }, [client, navigate]);
  const signIn = () => {
    endSession(queries);
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
