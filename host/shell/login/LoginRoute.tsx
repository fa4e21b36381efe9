import { clientStore, sessionAtom } from '@waypost/host-sdk';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { LoginPage } from './LoginPage.tsx';

/** Where a person was sent away from, so that signing in leads back there. */
function askedPath(state: unknown): string | undefined {
  const from = (state as { from?: unknown } | null)?.from;
  return typeof from === 'string' && from.startsWith('/customer/') ? from : undefined;
}

/** Sign-in inside of the whole page: after signing out, and for whoever was sent here. */
export function LoginRoute() {
  const navigate = useNavigate();
  const location = useLocation();
  const session = useAtomValue(sessionAtom, { store: clientStore });
  // Someone who arrives signed in goes straight on; one who signs in here is led by the form.
  const [wasSignedIn] = useState(session !== undefined);
  const asked = askedPath(location.state);
  if (wasSignedIn && session !== undefined) return <Navigate to={asked ?? '/customer'} replace />;
  return (
    <LoginPage
      query={location.search.slice(1)}
      onSignedIn={(path) => void navigate(asked ?? path, { replace: true })}
    />
  );
}
