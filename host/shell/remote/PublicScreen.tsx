import { useQuery } from '@tanstack/react-query';
import { type ApiError, PendingState, useClient, useWords } from '@waypost/host-sdk';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { callPlatform } from '../app/call-platform.ts';
import { NotSignedIn } from '../layout/NotSignedIn.tsx';
import { PublicFrame } from '../layout/PublicFrame.tsx';
import { NotFound } from '../screens/NotFound.tsx';
import { SessionDialog } from '../session/SessionDialog.tsx';
import { useSiteName, type Website } from '../site/website.ts';
import { RemoteScreen } from './ScreenHost.tsx';

/** A plugin's screen that is shown without login: `website_info/inquire` says which remote has it. */
export function PublicScreen() {
  const words = useWords();
  const name = useSiteName();
  const client = useClient();
  const route = useLocation().pathname.replace(/^\/+|\/+$/g, '');
  const { data, error, refetch } = useQuery<Website, ApiError>({
    queryKey: ['website_info', 'inquire'],
    queryFn: ({ signal }) => callPlatform(client, 'website_info/inquire', {}, { signal }),
  });
  const address = data?.remotes.find(({ public_screens }) => public_screens.includes(route));
  // The words of a plugin come with its remote: until then the installation's name stands alone.
  const title = data && !address ? words('not_found.title') : undefined;
  useEffect(() => {
    document.title = title === undefined ? name : `${title} · ${name}`;
  }, [title, name]);
  return (
    <PublicFrame>
      {address ? (
        <RemoteScreen key={`${address.id}@${address.version}/${route}`} address={address} screen={route} />
      ) : data ? (
        <NotFound />
      ) : (
        <PendingState isScreen error={error} onRetry={refetch} lines={6} height={20} />
      )}
      <NotSignedIn />
      <SessionDialog />
    </PublicFrame>
  );
}
